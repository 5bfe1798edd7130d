import { useEffect, useMemo, useState, type ReactNode } from "react";
import type { Exploration, Planning, Setting } from "../net/wire";
import type { Question } from "../net/socket";
import { go, useAddress } from "../state/address";
import { isTyping } from "../state/keys";
import { seconds } from "../state/moment";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { AsTest } from "./astest";
import { Compare } from "./compare";
import { Decomposition } from "./decomposition";
import { Detail } from "./detail";
import { stateAt } from "./rehearsal";
import { Plannings } from "./plannings";
import { StatePane } from "./statepane";
import { Stepper } from "./stepper";
import { said, WhatIf } from "./whatif";
import { Why } from "./why";
import { brief } from "../parts/value";

const says: Record<string, string> = {
  task: "comes up:", rejected: "rejected:", candidates: "candidates for", method: "takes a method of", step: "adds the step",
  failed: "cannot:", pruned: "not pursued", backtrack: "goes back to", found: "a plan is found",
};

/** How a planning came about: everything that was tried, step by step. */
export function Explorer({ tabs }: { tabs: ReactNode }) {
  const { frame, opened } = useStudio();
  const at = useAddress();
  const [sets, setSets] = useState<Setting[]>([]);
  const [tuned, setTuned] = useState<Setting[]>([]);
  const [picked, setPicked] = useState<number>();
  const file = opened?.file;
  // Of a recording those around the moment are listed: within the same ten seconds it is the same question.
  const ten = 10 * (frame?.tps ?? 10);
  const around = opened?.record ? Math.round((at.plan ?? at.tick ?? frame?.tick ?? 0) / ten) * ten : undefined;
  const list = useQuery(at.agent ? { op: "plannings", agent: at.agent, file, ...(around !== undefined && { tick: around }) } : undefined, `${frame?.run}/${around ?? frame?.seq}`, 300).data ?? [];
  const level = at.level ?? 0;
  const goals = useMemo(() => [...new Set(list.map((p) => p.goal).filter(Boolean))], [list]);
  // Without a goal, it is the goal of the plan line, or, without a plan line, of the last planning.
  const of = useMemo(() => {
    if (at.goal) return list.filter((p) => p.goal === at.goal);
    if (level > 0) return list.filter((p) => p.level > 0);
    return list.some((p) => p.level === 0) && at.plan === undefined ? list.filter((p) => p.level === 0) : list;
  }, [list, level, at.goal, at.plan]);
  const now = at.tick ?? (opened?.record ? frame?.tick : undefined);
  const until = now === undefined ? of : of.filter((p) => p.tick <= now);
  const shown = at.plan === undefined ? until.at(-1) : (of.findLast((p) => p.tick === at.plan && (!at.goal || p.goal === at.goal)) ?? undefined);
  const planned = at.plan ?? shown?.tick;
  const goal = at.goal ?? (at.level === undefined ? shown?.goal : undefined);
  const question: Question<"explain"> | undefined = at.agent
    ? { op: "explain", agent: at.agent, level, file, ...(goal && { text: goal }), ...(planned !== undefined && { tick: planned }), ...(sets.length > 0 && { sets }), ...(tuned.length > 0 && { tuned }) }
    : undefined;
  const live = planned === undefined ? (frame?.tick ?? 0) : 0;
  const { data: e, error } = useQuery(question, `${frame?.run}/${live}`, 400);
  const end = (e?.trail.length ?? 1) - 1;
  const k = Math.min(at.k ?? end, end);
  const rehearsed = useMemo(() => (e ? stateAt(e, k) : undefined), [e, k]);

  const step = (to: number) => go({ k: to >= end ? undefined : Math.max(0, to) });
  useEffect(() => {
    const press = (ev: KeyboardEvent) => {
      if (isTyping(ev) || ev.ctrlKey || ev.metaKey) return;
      const by = ev.shiftKey ? 10 : 1;
      const i = shown ? of.indexOf(shown) : -1;
      const to = (p?: Planning) => p && go({ plan: p.tick, goal: goals.length > 1 ? p.goal : at.goal, k: undefined });
      const does: Record<string, () => void> = {
        ArrowLeft: () => step(k - by),
        ArrowRight: () => step(k + by),
        Home: () => step(0),
        End: () => step(end),
        "[": () => to(of[i - 1]),
        "]": () => to(of[i + 1]),
      };
      if (!does[ev.key]) return;
      ev.preventDefault();
      does[ev.key]!();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [k, end, of, shown, goals, at.goal]); // eslint-disable-line react-hooks/exhaustive-deps

  return (
    <div className="explorer">
      <section className="past">
        <Plannings list={at.goal || goals.length < 2 ? of : list} at={shown} tps={frame?.tps ?? 10} follow={at.plan === undefined} goals={goals} />
        <WhatIf cells={e?.start ?? []} sets={sets} change={setSets} tuned={tuned} tune={setTuned} />
      </section>
      <section className="middle">
        {tabs}
        {e ? (
          <>
            <Heading e={e} tps={frame?.tps ?? 10} sets={[...sets, ...tuned]}>
              {question && tuned.length === 0 && <AsTest question={{ ...question, op: "astest" }} />}
            </Heading>
            <Compare e={e} />
            <Decomposition e={e} k={k} end={end} picked={picked} pick={setPicked} />
            <Stepper what="search" k={k} end={end} step={step}>
              {e.trail[k] && <span title={e.trail[k].text}><em>{says[e.trail[k].kind] ?? e.trail[k].kind}</em> {brief(e.trail[k].text)}</span>}
            </Stepper>
          </>
        ) : (
          <div className="empty">
            <p>{error ?? (at.agent ? "…" : "choose a character")}</p>
            {error && <button className="mini" onClick={() => go({ of: "all" })}>everything that decides</button>}
          </div>
        )}
      </section>
      <section className="side">
        <Why agent={at.agent} tick={at.tick} planned={planned} level={level} goal={goal} sets={sets} tuned={tuned} />
        {e && <Detail e={e} id={picked ?? k} />}
        {rehearsed && <StatePane state={rehearsed} k={k} end={end} />}
      </section>
    </div>
  );
}

function Heading({ e, tps, sets, children }: { e: Exploration; tps: number; sets: Setting[]; children?: ReactNode }) {
  return (
    <div className="heading">
      {e.levels.length > 1 ? (
        <select value={e.level} onChange={(ev) => go({ goal: e.levels[Number(ev.target.value)], level: undefined, plan: undefined, k: undefined })} aria-label="goal">
          {e.levels.map((l, i) => (
            <option key={i} value={i}>{brief(l)}</option>
          ))}
        </select>
      ) : (
        <h1>{brief(e.goal)}</h1>
      )}
      <span className={`badge ${e.status}`}>{e.status === "found" ? (e.plan?.steps.length ? `${e.plan.steps.length} ${e.plan.steps.length === 1 ? "step" : "steps"}` : "nothing to do") : e.status === "none" ? "no plan" : `limit: ${e.limit}`}</span>
      {sets.length > 0 ? (
        <span className="badge what">what if {sets.map(said).join(", ")}</span>
      ) : (
        <span className="quiet">planned at {seconds(e.tick, tps)}, tick {e.tick}{e.seen ? "" : " (over the state as it then was)"}</span>
      )}
      <span className="gap" />
      {children}
      <span className="quiet">{e.nodes} nodes · {e.backtracks} backtracks{e.dropped ? ` · ${e.dropped} not kept` : ""}</span>
    </div>
  );
}
