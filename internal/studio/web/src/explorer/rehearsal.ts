import type { Cell, Change, Exploration } from "../net/wire";

/** The state of the world as the search saw it after some of its steps. */
export interface Rehearsed {
  cells: (Cell & { was?: string; fresh?: boolean })[];
  plan: { text: string; id: number }[];
}

/** Carries out the steps that stand after the kth thing tried. */
export function stateAt(e: Exploration, k: number): Rehearsed {
  const stack: { text: string; id: number; changes: Change[] }[] = [];
  for (let i = 0; i <= k && i < e.trail.length; i++) {
    const t = e.trail[i]!;
    if (t.kind !== "step") continue;
    stack.length = Math.min(stack.length, t.step);
    stack.push({ text: t.text, id: i, changes: t.changes ?? [] });
  }
  // After a return the plan is shorter than the last step tried: the steps that it took back are known by what came next.
  const back = lastReturn(e, k);
  if (back !== undefined) while (stack.length > 0 && stack.at(-1)!.id > back) stack.pop();
  const cells = new Map(e.start.map((c) => [c.name, { ...c } as Rehearsed["cells"][number]]));
  for (const s of stack) {
    for (const ch of s.changes) {
      const c = cells.get(ch.name) ?? { name: ch.name, symbol: ch.symbol, value: ch.was, scope: "agent", type: "" };
      cells.set(ch.name, { ...c, was: c.was ?? ch.was, value: ch.is, fresh: s.id === k });
    }
  }
  return { cells: [...cells.values()], plan: stack };
}

/** The number of the choice that the search has gone back to, if nothing  has been added to the plan since. */
function lastReturn(e: Exploration, k: number): number | undefined {
  for (let i = Math.min(k, e.trail.length - 1); i >= 0; i--) {
    const t = e.trail[i]!;
    if (t.kind === "step") return undefined;
    if (t.kind === "backtrack") {
      return t.to >= 0 ? t.to : undefined;
    }
  }
  return undefined;
}
