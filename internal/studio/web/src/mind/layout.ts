export const nodeWidth = 168;
export const nodeHeight = 40;

const columnGap = 36;
const rowGap = 10;

export interface Placed {
  index: number;
  parent: number;
  x: number;
  y: number;
  /** How many nodes are closed away below it. */
  hidden: number;
}

/**
 * Lays a tree out from left to right, children from top to bottom in the order of the tree, without the descendants of
 * closed nodes. The server sends nodes followed by their children.
 */
export function treeLayout(nodes: { parent: number }[], closed: ReadonlySet<number>): Placed[] {
  const children = nodes.map(() => [] as number[]);
  nodes.forEach((n, i) => n.parent >= 0 && children[n.parent]!.push(i));
  const out: Placed[] = [];
  let row = 0;
  const count = (i: number): number => children[i]!.reduce((n, c) => n + 1 + count(c), 0);
  const place = (i: number, depth: number): number => {
    const at: Placed = { index: i, parent: nodes[i]!.parent, x: depth * (nodeWidth + columnGap), y: 0, hidden: 0 };
    out.push(at);
    if (closed.has(i)) at.hidden = count(i);
    if (closed.has(i) || children[i]!.length === 0) {
      at.y = row++ * (nodeHeight + rowGap);
    } else {
      const ys = children[i]!.map((c) => place(c, depth + 1));
      at.y = (ys[0]! + ys.at(-1)!) / 2;
    }
    return at.y;
  };
  if (nodes.length > 0) place(0, 0);
  return out;
}
