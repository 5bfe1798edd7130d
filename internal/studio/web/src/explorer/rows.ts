import type { Method, Task, Try } from "../net/wire";

/** A line of the decomposition. */
export interface Row {
  key: string;
  kind: "task" | "leaf" | "method" | "try";
  id: number;
  depth: number;
  verdict: string;
  ended?: number;
  holds: boolean;
  open: boolean;
  task?: Task;
  /** Of a method and a try: whose method it is. */
  of?: string;
  method?: Method;
  try?: Try;
}

/** Lays a decomposition out as lines, without closed parts. A method that was tried once is one line with its try. Tasks
 *  that lead to themselves nest deeper than calls may: what is left is a list, its next line last. */
export function rowsOf(roots: Task[], closed: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const left: (() => void)[] = [];
  const then = <T>(parts: T[], line: (part: T) => void) => {
    for (const part of parts.toReversed()) left.push(() => line(part));
  };
  const task = (t: Task, depth: number) => {
    const key = `t${t.id}`;
    const holds = (t.methods?.length ?? 0) > 0;
    const open = holds && !closed.has(key);
    const failed = t.leaf && t.step === undefined;
    const verdict = t.inPlan ? "chosen" : failed ? "rejected" : "abandoned";
    rows.push({ key, kind: t.leaf ? "leaf" : "task", id: t.id, depth, verdict, ended: t.ended, holds, open, task: t });
    if (open) then(t.methods!, (m) => method(m, t, depth + 1));
  };
  const method = (m: Method, of: Task, depth: number) => {
    const key = `m${of.id}.${m.index}`;
    const only = m.tries?.length === 1 ? m.tries[0] : undefined;
    const holds = only ? (only.items?.length ?? 0) > 0 : (m.tries?.length ?? 0) > 0;
    const open = holds && !closed.has(key);
    const id = m.tries?.[0]?.id ?? lastOf(of);
    rows.push({ key, kind: "method", id, depth, verdict: m.verdict, ended: only?.ended, holds, open, of: of.decl, method: m, try: only });
    if (!open) return;
    if (only) then(only.items!, (t) => task(t, depth + 1));
    else then(m.tries!, (t) => attempt(t, depth + 1));
  };
  const attempt = (t: Try, depth: number) => {
    const key = `y${t.id}`;
    const holds = (t.items?.length ?? 0) > 0;
    const open = holds && !closed.has(key);
    rows.push({ key, kind: "try", id: t.id, depth, verdict: t.verdict, ended: t.ended, holds, open, try: t });
    if (open) then(t.items!, (i) => task(i, depth + 1));
  };
  then(roots, (t) => task(t, 0));
  while (left.length > 0) left.pop()!();
  return rows;
}

/** The number by which it is clear that a method's turn will not come: that of the last try of its task. */
function lastOf(t: Task): number {
  return Math.max(t.id, ...(t.methods ?? []).flatMap((m) => (m.tries ?? []).map((y) => y.id)));
}
