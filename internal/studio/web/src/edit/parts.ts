import type { Sketched } from "../net/wire";

/** Gives declarations that have mistakes the lines that they had when they were read last. */
export function matched(old: Sketched[], now: Sketched[]): Sketched[] {
  const byPath = new Map(old.map((p) => [p.path, p]));
  const kept = new Set(now.map((p) => p.path));
  return now.map((p, i) => {
    if (!p.broken) return p;
    const was = byPath.get(p.path) ?? (old[i] && !kept.has(old[i].path) ? old[i] : undefined);
    return was ? { ...was, broken: true, head: p.head, path: p.path, start: p.start, end: p.end } : p;
  });
}

/** Returns new parts with the old objects wherever nothing is to be drawn anew. */
export function reused(old: Sketched[] | undefined, now: Sketched[] | undefined): Sketched[] {
  const byPath = new Map((old ?? []).map((p) => [p.path, p]));
  const out = (now ?? []).map((p) => {
    const was = byPath.get(p.path);
    const lines = p.lines && reused(was?.lines, p.lines);
    return was && same(was, p) && lines === was.lines ? was : { ...p, ...(lines && { lines }) };
  });
  return old && old.length === out.length && out.every((p, i) => p === old[i]) ? old : out;
}

function same(a: Sketched, b: Sketched): boolean {
  return a.head === b.head && a.kind === b.kind && a.group === b.group && a.name === b.name && a.remark === b.remark && a.off === b.off && a.takes === b.takes && a.body === b.body && a.broken === b.broken && a.closed === b.closed && a.frame === b.frame && a.until === b.until &&
    (a.clauses ?? []).map((c) => c.text).join("\n") === (b.clauses ?? []).map((c) => c.text).join("\n") && JSON.stringify(a.curves) === JSON.stringify(b.curves);
}

/** All statements that are drawn, from top to bottom. */
export function flat(list: Sketched[] | undefined): Sketched[] {
  return (list ?? []).flatMap((p) => [p, ...(p.closed ? [] : flat(p.lines))]);
}

/** Statements next to each other that stand in a frame, or one that does not. */
export interface Group {
  title?: string;
  list: Sketched[];
}

/** The statements of a body by their frames. */
export function grouped(list: Sketched[]): Group[] {
  const groups: Group[] = [];
  let until: string | undefined;
  for (const p of list) {
    if (p.frame !== undefined) {
      groups.push({ title: p.frame, list: [p] });
      until = p.until;
    } else if (until !== undefined) groups.at(-1)!.list.push(p);
    else groups.push({ list: [p] });
    if (p.path === until) until = undefined;
  }
  return groups;
}

const sizes = new WeakMap<Sketched, number>();

/** How many statements are in a statement, with itself. */
export function size(p: Sketched): number {
  let n = sizes.get(p);
  if (n === undefined) {
    n = 1;
    if (!p.closed) for (const l of p.lines ?? []) n += size(l);
    sizes.set(p, n);
  }
  return n;
}

const many = 40;
const rowHeight = 34; // of a statement and the slots around it

/**
 * Says that the browser need not lay out a statement of a long list while it is out of view; what it takes the statement
 * for meanwhile is near to what it will be, so that little moves when it comes into view.
 */
export function offstage(p: Sketched, siblings: number): { contentVisibility: "auto"; containIntrinsicSize: string } | undefined {
  if (siblings < many) return undefined;
  return { contentVisibility: "auto", containIntrinsicSize: `auto 240px auto ${size(p) * rowHeight}px` };
}
