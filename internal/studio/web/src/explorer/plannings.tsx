import { useEffect, useMemo, useRef, useState } from "react";
import type { KeepReason, Planning } from "../net/wire";
import { go, useAddress } from "../state/address";
import { seconds } from "../state/moment";
import { brief } from "../parts/value";

const marks: Record<string, string> = { adopted: "▶", kept: "=", none: "✕", limit: "!", merged: "⤳", repaired: "⟲" };

/** The plannings of a character, the latest at the bottom. */
export function Plannings({ list, at, tps, follow, goals }: { list: Planning[]; at?: Planning; tps: number; follow: boolean; goals: string[] }) {
  const here = useRef<HTMLButtonElement>(null);
  const { goal } = useAddress();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set()); // runs by the tick of their first planning
  const runs = useMemo(() => runsOf(list.slice(-200)), [list]);
  useEffect(() => {
    here.current?.scrollIntoView({ block: "nearest" }); // newer browsers answer a promise, which is no clean-up
  }, [at, list.length]);
  return (
    <div className="plannings">
      <div className="head">
        Plannings <small>{list.length}</small>
        <span className="gap" />
        <button className={follow ? "mini on" : "mini"} onClick={() => go({ plan: undefined, k: undefined })} title="show the last planning (l)">latest</button>
      </div>
      {goals.length > 1 && (
        <select className="goals" value={goal ?? ""} onChange={(e) => go({ goal: e.target.value || undefined, level: undefined, plan: undefined, k: undefined })} aria-label="planned for">
          <option value="">for anything</option>
          {goals.map((g) => <option key={g} value={g}>{brief(g)}</option>)}
        </select>
      )}
      <ol>
        {runs.map((run) => {
          const first = run[0]!;
          const folded = run.length > 2 && !open.has(first.tick) && !(at && at !== run.at(-1) && run.includes(at));
          return (folded ? [run.at(-1)!] : run).map((p, i) => (
            <li key={`${p.tick}/${p.level}/${p.goal}/${i}`}>
              <button ref={p === at ? here : undefined} className={p === at ? "event on" : "event"} onClick={() => go({ plan: p.tick, goal: goals.length > 1 ? p.goal : goal, level: undefined, k: undefined })} title={p.text}>
                <i className={`mark ${p.kind}`}>{marks[p.kind] ?? "·"}</i>
                <time>{seconds(p.tick, tps)}</time>
                <span>{goals.length > 1 && (p.kind === "kept" || p.kind === "repaired") ? `${brief(p.goal)}: ${said(p)}` : said(p)}</span>
              </button>
              {folded && (
                <button className="run" onClick={() => setOpen(new Set([...open, first.tick]))} title="open them: the same result each time" aria-label={`open ${run.length} equal plannings`}>
                  {run.length}× since {seconds(first.tick, tps)}
                </button>
              )}
            </li>
          ));
        })}
      </ol>
      {list.length === 0 && <p className="empty">Nothing has been planned yet.</p>}
    </div>
  );
}

/** Runs of plannings with the same result, which are folded. */
function runsOf(list: Planning[]): Planning[][] {
  const runs: Planning[][] = [];
  for (const p of list) {
    const last = runs.at(-1)?.[0];
    if (last && (p.kind === "kept" || p.kind === "none" || p.kind === "limit") && last.kind === p.kind && last.keep === p.keep && last.goal === p.goal && said(last) === said(p)) runs.at(-1)!.push(p);
    else runs.push([p]);
  }
  return runs;
}

/** Why a plan was kept, in a word. */
const kept: Record<KeepReason, string> = {
  same: "equal", methods: "equal, not as far on", lower: "lower: kept", margin: "within the margin", nothing: "no other plan", committed: "committed", outdated: "came too late", cost: "not cheaper",
};

function said(p: Planning): string {
  return (p.keep && kept[p.keep]) || brief(p.brief); // its kind has a mark
}
