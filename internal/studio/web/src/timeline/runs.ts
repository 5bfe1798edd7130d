import type { Entry } from "../net/wire";

/** Events of the same words of the same character, one after the other, which are folded. */
export function runsOf(list: Entry[]): Entry[][] {
  const runs: Entry[][] = [];
  for (const e of list) {
    const last = runs.at(-1)?.[0];
    if (last?.text === e.text && last.agent === e.agent) runs.at(-1)!.push(e);
    else runs.push([e]);
  }
  return runs;
}
