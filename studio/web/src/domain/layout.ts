import { Graph, layout } from "@dagrejs/dagre";
import { Position, type Edge, type Node } from "@xyflow/react";
import type { Outline, Spot } from "../net/types";

export interface Line {
  id: string;
  name: string;
  note?: string;
  at: Spot;
}

export interface Decl extends Record<string, unknown> {
  kind: "task" | "operator";
  name: string;
  title: string;
  /** How often methods ("task/number") and operators were used; undefined: not known yet. */
  uses?: Record<string, number>;
  note?: string;
  at: Spot;
  /** The methods of a task, in order. */
  lines: Line[];
}

export type DeclNode = Node<Decl, "decl">;

export const width = 218;
export const headHeight = 26;
export const noteHeight = 16;
export const lineHeight = 22;

export function heightOf(d: Decl): number {
  return headHeight + (d.note ? noteHeight : 0) + d.lines.length * lineHeight + 4;
}

/** Lays the tasks and operators of a file out from left to right: what a method calls stands to the right of its task. */
export function graphOf(o: Outline): { nodes: DeclNode[]; edges: Edge[] } {
  const g = new Graph();
  g.setGraph({ rankdir: "LR", nodesep: 14, ranksep: 64 });
  g.setDefaultEdgeLabel(() => ({}));
  const nodes: DeclNode[] = [];
  const edges = new Map<string, Edge>();
  const add = (id: string, data: Decl) => {
    const height = heightOf(data);
    g.setNode(id, { width, height });
    nodes.push({ id, type: "decl", position: { x: 0, y: 0 }, data, width, height, handles: [
      { type: "target", position: Position.Left, x: 0, y: headHeight / 2 },
      ...data.lines.map((l, i) => ({ id: l.id, type: "source" as const, position: Position.Right, x: width, y: headHeight + (i + 0.5) * lineHeight })),
    ] });
  };
  for (const t of o.tasks) {
    add(`t ${t.name}`, {
      kind: "task", name: t.name, title: t.call, at: t.at,
      lines: t.methods.map((m, i) => ({ id: String(i), name: m.name, note: m.each ?? (m.when && `when ${m.when}`), at: m.at })),
    });
  }
  for (const op of o.operators) add(`o ${op.name}`, { kind: "operator", name: op.name, title: op.call, note: op.when && `when ${op.when}`, at: op.at, lines: [] });
  const isTask = new Set(o.tasks.map((t) => t.name));
  for (const t of o.tasks) {
    t.methods.forEach((m, i) => {
      for (const c of m.calls) {
        const [from, to] = [`t ${t.name}`, `${isTask.has(c) ? "t" : "o"} ${c}`];
        const id = `${from} ${i} ${to}`;
        if (from === to || edges.has(id)) continue;
        g.setEdge(from, to);
        edges.set(id, { id, source: from, sourceHandle: String(i), target: to });
      }
    });
  }
  layout(g);
  for (const n of nodes) {
    const at = g.node(n.id) as { x: number; y: number };
    n.position = { x: at.x - width / 2, y: at.y - (n.height ?? 0) / 2 };
  }
  return { nodes, edges: [...edges.values()] };
}
