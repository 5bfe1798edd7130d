import { useEffect, useMemo, useState } from "react";
import type { Exploration, Planning } from "../net/types";
import type { Question } from "../net/socket";
import { go, useAddress } from "../state/address";
import { isTyping } from "../state/keys";
import { seconds } from "../state/moment";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { Compare } from "./compare";
import { Decomposition } from "./decomposition";
import { Detail } from "./detail";
import { stateAt } from "./rehearsal";
import { Plannings } from "./plannings";
import { StatePane } from "./statepane";
import { Stepper } from "./stepper";
import { WhatIf } from "./whatif";
import { Why } from "./why";

/** How a planning came about: everything that was tried, step by step. */
export function Explorer() {
  const { frame, opened } = useStudio();
  const at = useAddress();
  const [sets, setSets] = useState<string[]>([]);
  const [picked, setPicked] = useState<number>();
  const file = opened?.file;
  const list = useQuery<Planning[]>(at.agent ? { op: "plannings", agent: at.agent, file } : undefined, `${frame?.run}/${frame?.seq}`, 300).data ?? [];
  const level = at.level ?? 0;
  const of = useMemo(() => list.filter((p) => (level === 0 ? p.level === 0 : p.level > 0)), [list, level]);
  const until = at.tick === undefined ? of : of.filter((p) => p.tick <= (at.tick ?? 0));
  const planned = at.plan ?? until.at(-1)?.tick;
  const question: Question | undefined = at.agent
    ? { op: "explain", agent: at.agent, level, file, ...(planned !== undefined && { tick: planned }), ...(sets.length > 0 && { sets }) }
    : undefined;
  const live = planned === undefined ? (frame?.tick ?? 0) : 0;
  const { data: e, error } = useQuery<Exploration>(question, `${frame?.run}/${live}`, 400);
  const end = (e?.trail.length ?? 1) - 1;
  const k = Math.min(at.k ?? end, end);
  const rehearsed = useMemo(() => (e ? stateAt(e, k) : undefined), [e, k]);

  useEffect(() => {
    const step = (to: number) => go({ k: to >= end ? undefined : Math.max(0, to) });
    const press = (ev: KeyboardEvent) => {
      if (isTyping(ev) || ev.ctrlKey || ev.metaKey) return;
      const by = ev.shiftKey ? 10 : 1;
      const i = of.findIndex((p) => p.tick === planned);
      const does: Record<string, () => void> = {
        ArrowLeft: () => step(k - by),
        ArrowRight: () => step(k + by),
        Home: () => step(0),
        End: () => step(end),
        "[": () => of[i - 1] && go({ plan: of[i - 1]!.tick, k: undefined }),
        "]": () => of[i + 1] && go({ plan: of[i + 1]!.tick, k: undefined }),
      };
      if (!does[ev.key]) return;
      ev.preventDefault();
      does[ev.key]!();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [k, end, of, planned]);

  return (
    <div className="explorer">
      <section className="past">
        <Plannings list={of} at={planned} tps={frame?.tps ?? 10} follow={at.plan === undefined} />
        <WhatIf cells={e?.start ?? []} sets={sets} change={setSets} />
      </section>
      <section className="middle">
        {e ? (
          <>
            <Heading e={e} tps={frame?.tps ?? 10} sets={sets} level={level} />
            <Compare e={e} />
            <Decomposition e={e} k={k} end={end} picked={picked} pick={setPicked} />
            <Stepper e={e} k={k} end={end} />
          </>
        ) : (
          <div className="empty">
            <p>{error ?? (at.agent ? "…" : "choose a character")}</p>
            {error && <button className="mini" onClick={() => go({ view: "mind" })}>what it is doing (2)</button>}
          </div>
        )}
      </section>
      <section className="side">
        <Why agent={at.agent} tick={planned} level={level} sets={sets} />
        {e && <Detail e={e} id={picked ?? k} />}
        {rehearsed && <StatePane state={rehearsed} k={k} end={end} />}
      </section>
    </div>
  );
}

function Heading({ e, tps, sets, level }: { e: Exploration; tps: number; sets: string[]; level: number }) {
  return (
    <div className="heading">
      {e.levels.length > 1 ? (
        <select value={level} onChange={(ev) => go({ level: Number(ev.target.value) || undefined, plan: undefined, k: undefined })} aria-label="goal">
          {e.levels.map((l, i) => (
            <option key={i} value={i}>{l}</option>
          ))}
        </select>
      ) : (
        <h1>{e.goal}</h1>
      )}
      <span className={`badge ${e.status}`}>{e.status === "found" ? (e.plan?.steps.length ? `${e.plan.steps.length} ${e.plan.steps.length === 1 ? "step" : "steps"}` : "nothing to do") : e.status === "none" ? "no plan" : `limit: ${e.limit}`}</span>
      {sets.length > 0 ? (
        <span className="badge what">what if {sets.join(", ")}</span>
      ) : (
        <span className="quiet">planned at {seconds(Math.max(0, e.tick - 1), tps)}, tick {e.tick}{e.seen ? "" : " (over the state as it then was)"}</span>
      )}
      <span className="gap" />
      <span className="quiet">{e.nodes} nodes · {e.backtracks} backtracks{e.dropped ? ` · ${e.dropped} not kept` : ""}</span>
    </div>
  );
}
