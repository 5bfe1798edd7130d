import type { DomainBox, DomainEdge, DomainGraph } from "../net/wire";

/** The whole graph, with the nodes of the trees that are opened, made quick to walk. */
export interface Shape {
  boxes: Map<string, DomainBox>;
  out: Map<string, DomainEdge[]>;
  into: Map<string, DomainEdge[]>;
}

export function shapeOf(graph: DomainGraph, trees: DomainGraph[]): Shape {
  const opened = new Set(trees.map((t) => t.boxes[0]?.tree));
  const boxes = new Map<string, DomainBox>();
  const out = new Map<string, DomainEdge[]>();
  const into = new Map<string, DomainEdge[]>();
  const add = (e: DomainEdge) => {
    if (!boxes.has(e.from) || !boxes.has(e.to)) return;
    out.get(e.from)!.push(e);
    into.get(e.to)!.push(e);
  };
  for (const b of [graph, ...trees].flatMap((g) => g.boxes)) {
    boxes.set(b.id, b);
    out.set(b.id, []);
    into.set(b.id, []);
  }
  // The nodes of an opened tree show their own edges; the tree does not repeat them.
  for (const e of graph.edges ?? []) if (!opened.has(e.from)) add(e);
  for (const t of trees) {
    const root = t.boxes[0];
    if (root?.tree) add({ from: root.tree, out: -1, to: root.id, kind: "child" });
    for (const e of t.edges ?? []) add(e);
  }
  return { boxes, out, into };
}

/** The selection in a shape. */
export interface Looking {
  /** Only what can be reached from this box. */
  root?: string;
  /** Boxes whose successors are hidden. */
  closed: ReadonlySet<string>;
  /** Kinds that are omitted; their successors are not. */
  without: ReadonlySet<string>;
}

/** A part of a shape: the visible boxes, and for each closed box how many others it hides. */
export interface Part {
  boxes: DomainBox[];
  edges: DomainEdge[];
  hidden: Map<string, number>;
}

/** Where reading begins: the given box, or what nothing leads to; what only leads to itself in a circle begins with its first. */
export function rootsOf(shape: Shape, root?: string): string[] {
  if (root && shape.boxes.has(root)) return [root];
  const roots: string[] = [];
  const seen = new Set<string>();
  const walk = (from: string) => {
    const stack = [from];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      for (const e of shape.out.get(id)!) stack.push(e.to);
    }
  };
  for (const [id, edges] of shape.into) {
    if (edges.every((e) => e.from === id)) {
      roots.push(id);
      walk(id);
    }
  }
  for (const id of shape.boxes.keys()) {
    if (seen.has(id)) continue;
    roots.push(id);
    walk(id);
  }
  return roots;
}

/** How many steps each box is from where reading begins, along the shortest way. */
export function depthsOf(shape: Shape, root?: string): Map<string, number> {
  const depths = new Map<string, number>();
  let row = rootsOf(shape, root);
  for (let depth = 0; row.length > 0; depth++) {
    const next: string[] = [];
    for (const id of row) {
      if (depths.has(id)) continue;
      depths.set(id, depth);
      for (const e of shape.out.get(id)!) if (!depths.has(e.to)) next.push(e.to);
    }
    row = next;
  }
  return depths;
}

/** The visible nodes: reachable from the start without going through closed boxes. */
export function partOf(shape: Shape, look: Looking): Part {
  const seen = new Set<string>();
  const stack = rootsOf(shape, look.root).reverse();
  const order: DomainBox[] = [];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    order.push(shape.boxes.get(id)!);
    if (look.closed.has(id)) continue;
    const edges = shape.out.get(id)!;
    for (let i = edges.length - 1; i >= 0; i--) stack.push(edges[i]!.to);
  }
  const boxes = order.filter((b) => !look.without.has(b.kind));
  const shown = new Set(boxes.map((b) => b.id));
  const edges = boxes.flatMap((b) => (look.closed.has(b.id) ? [] : shape.out.get(b.id)!.filter((e) => shown.has(e.to) && e.to !== b.id)));
  const hidden = new Map<string, number>();
  for (const b of boxes) {
    if (!look.closed.has(b.id)) continue;
    const n = new Set(shape.out.get(b.id)!.map((e) => e.to)).size;
    if (n > 0) hidden.set(b.id, n);
  }
  return { boxes, edges, hidden };
}

/** The boxes on a shortest path to a box, without itself: they must be open to show it. */
export function wayTo(shape: Shape, id: string, root?: string): string[] {
  const from = new Map<string, string>();
  let row = rootsOf(shape, root);
  for (const r of row) from.set(r, "");
  while (row.length > 0 && !from.has(id)) {
    const next: string[] = [];
    for (const at of row) {
      for (const e of shape.out.get(at)!) {
        if (from.has(e.to)) continue;
        from.set(e.to, at);
        next.push(e.to);
      }
    }
    row = next;
  }
  const way: string[] = [];
  for (let at = from.get(id); at; at = from.get(at)) way.push(at);
  return way;
}
