import { useState } from "react";
import { go, useAddress } from "../state/address";
import { seconds } from "../state/moment";
import { toMoment } from "../state/notes";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { brief } from "../parts/value";

const families = ["plan", "goal", "tree", "sense", "squad"];
const most = 300;
/** What is said many times a second, and shown only to whoever asks for it. */
const omit = ["plan/plan kept"];

/** What has happened until the moment that is shown, the latest first; filtered by whose, what and words. */
export function Events({ kinds }: { kinds: string[] }) {
  const { frame, opened } = useStudio();
  const { agent, tick, q } = useAddress();
  const [whose, setWhose] = useState<string>("one");
  const [only, setOnly] = useState<ReadonlySet<string>>(new Set()); // families, and family/kind
  const picked = [...only];
  const ask = {
    ...(whose === "one" && agent && { agent }),
    ...(whose !== "one" && whose !== "all" && { of: whose }),
    ...(q && { text: q }),
    ...(tick !== undefined && { to: tick }),
    families: picked.filter((p) => !p.includes("/")),
    kinds: picked.filter((p) => p.includes("/")),
  };
  const all = { ...ask, ...(picked.length === 0 && !q && { omit }) };
  const { data } = useQuery(opened && { op: "events", file: opened.file, count: most, events: all }, `${frame?.run}/${tick === undefined ? `${frame?.seq}/${opened?.record ? frame?.tick : ""}` : "past"}`, 400);
  const counts = data?.counts ?? {};
  const kept = data && data.kept > (frame?.first ?? 0) + 1 ? ` since ${seconds(data.kept, frame?.tps ?? 10)}` : "";
  const inFamily = (f: string) => Object.entries(counts).reduce((n, [k, v]) => (k.startsWith(`${f}/`) ? n + v : n), 0);
  const toggle = (key: string) =>
    setOnly((was) => {
      const next = new Set([...was].filter((k) => !k.startsWith(`${key}/`) && k !== key.split("/")[0]));
      if (was.has(key)) next.delete(key);
      else next.add(key);
      return next;
    });
  const tps = frame?.tps ?? 10;
  const unfolded = families.filter((f) => only.has(f) || picked.some((p) => p.startsWith(`${f}/`)));
  return (
    <>
      <div className="filters">
        <input value={q ?? ""} placeholder="find in events" aria-label="find events" onChange={(e) => go({ q: e.target.value || undefined }, true)} />
        <select value={whose} onChange={(e) => setWhose(e.target.value)} aria-label="whose events">
          <option value="one">{agent ?? "the chosen"}</option>
          <option value="all">everybody</option>
          {kinds.length > 1 && kinds.map((k) => <option key={k} value={k}>all {k}</option>)}
        </select>
      </div>
      <div className="chipline">
        {families.filter((f) => inFamily(f) > 0 || only.has(f)).map((f) => (
          <button key={f} className={`fchip ${only.has(f) ? "on" : ""}`} aria-pressed={only.has(f)} onClick={() => toggle(f)}>
            {f} <small>{inFamily(f)}</small>
          </button>
        ))}
        {unfolded.flatMap((f) =>
          Object.entries(counts).filter(([k]) => k.startsWith(`${f}/`)).sort((a, b) => b[1] - a[1]).map(([k, n]) => (
            <button key={k} className={`fchip kind ${only.has(k) ? "on" : ""}`} aria-pressed={only.has(k)} onClick={() => toggle(k)}>
              {k.split("/")[1]} <small>{n}</small>
            </button>
          )),
        )}
      </div>
      <ol className="log" data-testid="log">
        {(data?.entries ?? []).toReversed().map((e) => (
          <li key={e.seq} className={`of-${e.family} ${e.tick === tick ? "here" : ""}`}>
            <button onClick={() => toMoment(e.tick, e.agent || undefined)} title={e.text}>
              <time>{seconds(Math.max(0, e.tick - 1), tps)}</time>
              {whose !== "one" && <b>{e.agent}</b>}
              <span>{brief(e.text.split("\n")[0]!)}</span>
            </button>
          </li>
        ))}
        {data && data.entries.length === 0 && <li className="empty">nothing of the kind{q ? `: ${q}` : ""}</li>}
      </ol>
      {data && <p className="more">{data.total > data.entries.length ? `the latest ${data.entries.length} of ${data.total}` : `${data.total} events`}{kept}{all.omit && (counts["plan/plan kept"] ?? 0) > 0 ? `, and ${counts["plan/plan kept"]} times a plan was kept` : ""}</p>}
    </>
  );
}
