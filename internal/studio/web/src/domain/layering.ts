import type { DomainBox, DomainEdge } from "../net/wire";
import type { Part } from "./shape";

export const headHeight = 26;
export const noteHeight = 16;
export const lineHeight = 22;

const columnGap = 48;
const rowGap = 12;
const sweeps = 6;

export function widthOf(b: DomainBox): number {
  return b.kind === "node" || b.kind === "action" ? 154 : 210;
}

export function heightOf(b: DomainBox): number {
  return headHeight + (b.note ? noteHeight : 0) + (b.lines?.length ?? 0) * lineHeight + 4;
}

/** How far below the top of a box one of its edges begins. */
export function outAt(b: DomainBox, line: number): number {
  return line < 0 ? headHeight / 2 : headHeight + (b.note ? noteHeight : 0) + (line + 0.5) * lineHeight;
}

interface Placed {
  box: DomainBox;
  rank: number;
  height: number;
  /** Of its middle. */
  y: number;
  before: { from: number; at: number }[];
  after: { to: number; at: number }[];
}

/**
 * Lays boxes out in columns from left to right: each stands to the right of all that lead to it, except for circles,
 * and as near to them as there is room. The same boxes come to stand in the same places; 1,000 boxes take some ten
 * milliseconds.
 */
export function layered(part: Part): Map<string, { x: number; y: number }> {
  const number = new Map(part.boxes.map((b, i) => [b.id, i]));
  const list: Placed[] = part.boxes.map((box) => ({ box, rank: 0, height: heightOf(box), y: 0, before: [], after: [] }));
  const forward = withoutCircles(part.edges, number, list.length);
  rank(list, forward);
  for (const e of forward) {
    const [from, to] = [number.get(e.from)!, number.get(e.to)!];
    const at = outAt(list[from]!.box, e.out) - list[from]!.height / 2;
    list[from]!.after.push({ to, at });
    list[to]!.before.push({ from, at });
  }
  const columns: Placed[][] = [];
  for (const p of list) (columns[p.rank] ??= []).push(p); // in the order in which they are reached
  for (const c of columns) stack(c);
  for (let i = 0; i < sweeps; i++) {
    const ahead = i % 2 === 0;
    for (let k = ahead ? 1 : columns.length - 2; ahead ? k < columns.length : k >= 0; k += ahead ? 1 : -1) {
      settle(columns[k]!, ahead, (p) => (ahead ? mean(p.before.map((b) => list[b.from]!.y + b.at)) : mean(p.after.map((a) => list[a.to]!.y + headHeight / 2 - list[a.to]!.height / 2 - a.at))));
    }
  }
  const places = new Map<string, { x: number; y: number }>();
  let x = 0;
  for (const c of columns) {
    for (const p of c) places.set(p.box.id, { x, y: Math.round(p.y - p.height / 2) });
    x += Math.max(...c.map((p) => widthOf(p.box))) + columnGap;
  }
  return places;
}

/** The edges except for those that close a circle, as they are met going down from each box in turn. */
function withoutCircles(edges: DomainEdge[], number: Map<string, number>, n: number): DomainEdge[] {
  const out: DomainEdge[][] = Array.from({ length: n }, () => []);
  for (const e of edges) out[number.get(e.from)!]!.push(e);
  const state = new Uint8Array(n); // 1: on the way down, 2: done
  const kept: DomainEdge[] = [];
  for (let root = 0; root < n; root++) {
    if (state[root]) continue;
    state[root] = 1;
    const stack = [{ at: root, next: 0 }];
    while (stack.length > 0) {
      const top = stack.at(-1)!;
      const e = out[top.at]![top.next++];
      if (!e) {
        state[top.at] = 2;
        stack.pop();
        continue;
      }
      const to = number.get(e.to)!;
      if (state[to] === 1) continue;
      kept.push(e);
      if (state[to] === 0) {
        state[to] = 1;
        stack.push({ at: to, next: 0 });
      }
    }
  }
  return kept;
}

/** Gives each box the number of its column: one more than the last of those that lead to it. */
function rank(list: Placed[], edges: DomainEdge[]) {
  const number = new Map(list.map((p, i) => [p.box.id, i]));
  const open = new Int32Array(list.length);
  const out: number[][] = list.map(() => []);
  for (const e of edges) {
    open[number.get(e.to)!]!++;
    out[number.get(e.from)!]!.push(number.get(e.to)!);
  }
  const ready = list.flatMap((_, i) => (open[i] === 0 ? [i] : []));
  for (let k = 0; k < ready.length; k++) {
    for (const to of out[ready[k]!]!) {
      list[to]!.rank = Math.max(list[to]!.rank, list[ready[k]!]!.rank + 1);
      if (--open[to]! === 0) ready.push(to);
    }
  }
}

function mean(list: number[]): number | undefined {
  return list.length === 0 ? undefined : list.reduce((a, b) => a + b, 0) / list.length;
}

/** Puts the boxes of a column one below the other. */
function stack(column: Placed[]) {
  let y = 0;
  for (const p of column) {
    p.y = y + p.height / 2;
    y += p.height + rowGap;
  }
}

/** Moves the boxes of a column to where they want to be, as near as there is room: those that would overlap become a block, which stands in the middle of what its boxes want. */
function settle(column: Placed[], sort: boolean, wish: (p: Placed) => number | undefined) {
  const wants = new Map(column.map((p) => [p, wish(p) ?? p.y]));
  if (sort) column.sort((a, b) => wants.get(a)! - wants.get(b)!); // those of one parent want the same, and keep their order
  const blocks: { from: number; n: number; height: number; sum: number; top: number }[] = [];
  column.forEach((p, i) => {
    const want = wants.get(p)! - p.height / 2;
    let b = { from: i, n: 1, height: p.height + rowGap, sum: want, top: want };
    for (let last = blocks.at(-1); last && last.top + last.height > b.top; last = blocks.at(-1)) {
      blocks.pop();
      const sum = last.sum + b.sum - b.n * last.height;
      b = { from: last.from, n: last.n + b.n, height: last.height + b.height, sum, top: sum / (last.n + b.n) };
    }
    blocks.push(b);
  });
  for (const b of blocks) {
    let y = b.top;
    for (let i = b.from; i < b.from + b.n; i++) {
      const p = column[i]!;
      p.y = y + p.height / 2;
      y += p.height + rowGap;
    }
  }
}
