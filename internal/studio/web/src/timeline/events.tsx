import { useMemo, useState } from "react";
import type { KindName } from "../net/wire";
import { go, useAddress } from "../state/address";
import { seconds } from "../state/moment";
import { toMoment } from "../state/notes";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { brief } from "../parts/value";
import { runsOf } from "./runs";

const families = ["plan", "goal", "tree", "sense", "squad"];
const most = 300;
/** Plannings that changed nothing are left out, unless somebody looks for them. */
const kept: KindName = { family: "plan", kind: "plan kept" };
const is = (a: KindName) => (b: KindName) => a.family === b.family && a.kind === b.kind;

/** The events up to the displayed moment, the latest first; filtered by character, kind and words. */
export function Events({ kinds }: { kinds: string[] }) {
  const { frame, opened } = useStudio();
  const { agent, tick, q } = useAddress();
  const [whose, setWhose] = useState<string>("one");
  const [only, setOnly] = useState<{ families: string[]; kinds: KindName[] }>({ families: [], kinds: [] }); // a family, or kinds of it
  const ask = {
    ...(whose === "one" && agent && { agent }),
    ...(whose !== "one" && whose !== "all" && { of: whose }),
    ...(q && { text: q }),
    ...(tick !== undefined && { to: tick }),
    ...only,
  };
  const all = { ...ask, ...(only.families.length + only.kinds.length === 0 && !q && { omit: [kept] }) };
  const { data } = useQuery(opened && { op: "events", file: opened.file, count: most, events: all }, `${frame?.run}/${tick === undefined ? `${frame?.seq}/${opened?.record ? frame?.tick : ""}` : "past"}`, 400);
  const runs = useMemo(() => runsOf((data?.entries ?? []).toReversed()), [data]);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set()); // runs by the number of their first event
  const unfold = (seq: number) => setOpen(new Set([...open, seq]));
  const counts = data?.counts ?? [];
  const since = data && data.kept > (frame?.first ?? 0) + 1 ? ` since ${seconds(data.kept, frame?.tps ?? 10)}` : "";
  const inFamily = (f: string) => counts.reduce((n, c) => (c.family === f ? n + c.n : n), 0);
  const toggleFamily = (f: string) =>
    setOnly((was) => ({
      families: was.families.includes(f) ? was.families.filter((o) => o !== f) : [...was.families, f],
      kinds: was.kinds.filter((o) => o.family !== f),
    }));
  const toggleKind = (k: KindName) =>
    setOnly((was) => ({
      families: was.families.filter((o) => o !== k.family),
      kinds: was.kinds.some(is(k)) ? was.kinds.filter((o) => !is(k)(o)) : [...was.kinds, k],
    }));
  const tps = frame?.tps ?? 10;
  const unfolded = families.filter((f) => only.families.includes(f) || only.kinds.some((k) => k.family === f));
  const keptPlans = all.omit && counts.find(is(kept))?.n;
  return (
    <>
      <div className="filters">
        <input value={q ?? ""} placeholder="find in events" aria-label="find events" onChange={(e) => go({ q: e.target.value || undefined }, true)} />
        <select value={whose} onChange={(e) => setWhose(e.target.value)} aria-label="whose events">
          <option value="one">{agent ?? "the chosen"}</option>
          <option value="all">all characters</option>
          {kinds.length > 1 && kinds.map((k) => <option key={k} value={k}>all {k}</option>)}
        </select>
      </div>
      <div className="chipline">
        {families.filter((f) => inFamily(f) > 0 || only.families.includes(f)).map((f) => (
          <button key={f} className={`fchip ${only.families.includes(f) ? "on" : ""}`} aria-pressed={only.families.includes(f)} onClick={() => toggleFamily(f)}>
            {f} <small>{inFamily(f)}</small>
          </button>
        ))}
        {unfolded.flatMap((f) =>
          counts.filter((c) => c.family === f).sort((a, b) => b.n - a.n).map(({ family, kind, n }) => {
            const on = only.kinds.some(is({ family, kind }));
            return (
              <button key={`${family} ${kind}`} className={`fchip kind ${on ? "on" : ""}`} aria-pressed={on} onClick={() => toggleKind({ family, kind })}>
                {kind} <small>{n}</small>
              </button>
            );
          }),
        )}
      </div>
      <ol className="log" data-testid="log">
        {runs.map((run) => {
          const folded = run.length > 2 && !open.has(run.at(-1)!.seq) && !run.some((e) => e.tick === tick);
          return (folded ? [run[0]!] : run).map((e) => (
            <li key={e.seq} className={`of-${e.family} ${e.tick === tick ? "here" : ""}`}>
              <button onClick={() => toMoment(e.tick, e.agent || undefined)} title={e.text}>
                <time>{seconds(e.tick, tps)}</time>
                {whose !== "one" && <b>{e.agent}</b>}
                <span>{brief(e.text.split("\n")[0]!)}</span>
              </button>
              {folded && <button className="again" onClick={() => unfold(run.at(-1)!.seq)} title="open them: the same each time" aria-label={`open ${run.length} equal events`}>{run.length}× since {seconds(run.at(-1)!.tick, tps)}</button>}
            </li>
          ));
        })}
        {data && data.entries.length === 0 && <li className="empty">nothing of the kind{q ? `: ${q}` : ""}</li>}
      </ol>
      {data && <p className="more">{data.total > data.entries.length ? `the latest ${data.entries.length} of ${data.total}` : `${data.total} events`}{since}{keptPlans ? `, and ${keptPlans} times a plan was kept` : ""}</p>}
    </>
  );
}
