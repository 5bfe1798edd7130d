import { useEffect, useMemo, useState, type ReactNode } from "react";
import type { Contender, Decision, Entry, KindName } from "../net/wire";
import { BreakDot } from "../parts/breakdot";
import { brief } from "../parts/value";
import { go, useAddress } from "../state/address";
import { isTyping } from "../state/keys";
import { seconds, useMoment } from "../state/moment";
import { toMoment } from "../state/notes";
import { runsOf } from "../timeline/runs";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { Score } from "../mind/score";
import "../style/mind.css";
import { Line, lineHeight, useStretch } from "./line";
import { Stepper } from "./stepper";
import { Why } from "./why";

/** The events that are decisions. */
const decisions: KindName[] = [
  ...["plan adopted", "plan merged", "plan repaired", "plan none", "plan limit", "method banned", "reaction started", "reaction waits", "mind interrupted", "mind resumed", "layer started", "layer aborted"].map((kind) => ({ family: "plan", kind })),
  ...["want chosen", "want none", "want rests", "goal activated", "goal failed", "order taken", "order refused"].map((kind) => ({ family: "goal", kind })),
  ...["abort fired", "node decided"].map((kind) => ({ family: "tree", kind })),
  ...["role changed", "order given", "order changed", "order urged"].map((kind) => ({ family: "squad", kind })),
];
const titles: Record<string, string> = { reactions: "Reactions", orders: "Orders", brain: "Brain", goals: "Goals", "plan lines": "Plan lines", tree: "Tree", layers: "Layers", roles: "Roles" };
const marks: Record<string, string> = { plan: "▶", goal: "●", tree: "◆", squad: "⚑" };

interface Row {
  key: string;
  /** The heading of a part; else a contender. */
  title?: string;
  of?: string;
  wins?: string;
  c?: Contender;
  /** The number of targets that one line stands for. */
  count?: number;
  depth: number;
  holds: boolean;
  open: boolean;
}

/** Everything that competes for control of a character at a moment: the same lines for every family. */
export function Contenders({ d, error, tabs }: { d?: Decision; error?: string; tabs: ReactNode }) {
  const { frame, opened } = useStudio();
  const at = useAddress();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<string>();
  const rows = useMemo(() => rowsOf(d?.choices ?? [], closed), [d, closed]);
  const steps = useMemo(() => rows.filter((r) => r.c), [rows]);
  const end = steps.length - 1;
  const k = Math.min(at.k ?? end, end);
  const now = at.k === undefined ? undefined : steps[k];
  const { box, from, to, reveal, onScroll } = useStretch(rows.length);
  const step = (n: number) => go({ of: "all", k: n >= end ? undefined : Math.max(0, n) });
  useEffect(() => reveal(rows.findIndex((r) => r.key === (now?.key ?? picked))), [now?.key, picked]); // eslint-disable-line react-hooks/exhaustive-deps
  const about = at.tick === undefined ? `${frame?.seq}/${opened?.record ? frame?.tick : ""}` : "past";
  const list = useQuery(at.agent ? { op: "events", file: opened?.file, count: 200, events: { agent: at.agent, kinds: decisions, ...(at.tick !== undefined && opened?.record && { to: at.tick }) } } : undefined, `${frame?.run}/${about}`, 400).data?.entries ?? [];
  const shown = list.findLast((e) => e.tick <= (at.tick ?? frame?.tick ?? 0));
  useEffect(() => {
    const press = (ev: KeyboardEvent) => {
      if (isTyping(ev) || ev.ctrlKey || ev.metaKey) return;
      const by = ev.shiftKey ? 10 : 1;
      const i = steps.findIndex((r) => r.key === picked);
      const choose = (n: number) => setPicked(steps[Math.min(Math.max(n, 0), end)]?.key);
      const turn = shown ? list.indexOf(shown) : -1;
      const jump = (n: number) => list[n] && toMoment(list[n].tick);
      const does: Record<string, () => void> = {
        ArrowLeft: () => step(k - by), ArrowRight: () => step(k + by), Home: () => step(0), End: () => step(end),
        ArrowUp: () => choose(i - 1), ArrowDown: () => choose(i + 1),
        "[": () => jump(list.findLastIndex((e, n) => n < turn + (shown!.tick < (at.tick ?? Infinity) ? 1 : 0) && e.tick < (at.tick ?? frame?.tick ?? 0))),
        "]": () => jump(list.findIndex((e) => e.tick > (at.tick ?? Infinity))),
      };
      if (!does[ev.key]) return;
      ev.preventDefault();
      does[ev.key]!();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [steps, k, end, picked, list, shown, at.tick]); // eslint-disable-line react-hooks/exhaustive-deps
  const toggle = (key: string) => {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    setClosed(next);
  };
  const chosen = (now ?? rows.find((r) => r.key === picked))?.c;
  const says = steps[k]?.c;
  const wins = (d?.choices ?? []).filter((c, i, all) => c.done && c.verdict !== "done" && (c.by === "tree" ? !all.some((x, n) => n > i && x.done && x.of === c.of && x.verdict !== "done") : c.depth === undefined && c.by !== "roles"));
  return (
    <div className="explorer">
      <section className="past"><Turns list={list} shown={shown} tps={frame?.tps ?? 10} /></section>
      <section className="middle">
        {tabs}
        {d ? (
          <>
            <div className="heading">
              <h1>{d.agent}</h1>
              <span className="badge found" title={wins.map((c) => c.label).join("\n")}>{wins.length ? wins.slice(0, 3).map((c) => brief(c.label)).join(" ▸ ") : "nothing runs"}</span>
              <span className="quiet">at {seconds(d.tick, frame?.tps ?? 10)}, tick {d.tick}</span>
              <span className="gap" />
              <span className="quiet">{d.choices.length} considered{d.more ? ", and more" : ""}</span>
            </div>
            <div className="tree" role="tree" aria-label="contenders" data-testid="contenders" data-rows={rows.length} ref={box} onScroll={onScroll}>
              <div style={{ height: from * lineHeight }} />
              {rows.slice(from, to).map((r) =>
                r.c ? (
                  <Line
                    key={r.key}
                    className={`contender ${classOf(r.c)} ${now && now !== r && steps.indexOf(r) > k ? "future" : ""} ${r === now ? "now" : ""} ${r.key === picked ? "picked" : ""}`}
                    depth={r.depth}
                    holds={r.holds}
                    open={r.open}
                    toggle={() => toggle(r.key)}
                    pick={() => setPicked(r.key === picked ? undefined : r.key)}
                    dot={dotOf(r.c)}
                    ask={r.c.ask}
                    agent={r.c.agent}
                  >
                    <Text c={r.c} count={r.open ? 0 : r.count} tps={frame?.tps ?? 10} tick={d.tick} />
                  </Line>
                ) : (
                  <div key={r.key} className="row part">
                    <button className="caret" aria-label={r.open ? "close" : "open"} onClick={() => toggle(r.key)}>{r.open ? "▾" : "▸"}</button>
                    <b>{r.title}</b> {r.of && <code>{r.of}</code>} {r.wins && <span className="wins">{brief(r.wins)}</span>}
                  </div>
                ),
              )}
              <div style={{ height: (rows.length - Math.min(to, rows.length)) * lineHeight }} />
              {rows.length === 0 && <p className="empty">Nothing decides for {d.agent}: it has no plan line, tree, brain, reaction or layer.</p>}
            </div>
            <Stepper what="decision" k={Math.max(0, k)} end={Math.max(0, end)} step={step}>
              {says && <span title={says.reason}><em>{brief(says.label)}</em> {says.word}{says.reason ? `: ${brief(says.reason)}` : ""}</span>}
            </Stepper>
          </>
        ) : (
          <p className="empty">{error ?? (at.agent ? "…" : "choose a character")}</p>
        )}
      </section>
      <section className="side">
        <Why agent={at.agent} tick={at.tick} level={0} sets={[]} tuned={[]} />
        {chosen && d ? <Considered c={chosen} tps={frame?.tps ?? 10} /> : !at.why && <p className="pane quiet">Click a line for all there is to say of it, or its ? for an answer.</p>}
      </section>
    </div>
  );
}

/** Lays contenders out as lines below a heading for each part. A want with several targets is one line that opens. */
function rowsOf(list: Contender[], toggled: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  let part = "";
  let below = -1; // the depth of a closed contender
  for (let i = 0; i < list.length; i++) {
    const c = list[i]!;
    const key = partOf(c);
    if (key !== part) {
      part = key;
      below = -1;
      const won = list.filter((x) => partOf(x) === key && x.done && x.depth === undefined);
      rows.push({ key, title: titles[c.by] ?? c.by, of: c.of, wins: c.by === "tree" || c.by === "roles" ? undefined : won.map((x) => x.label).slice(0, 3).join(", ") || "none taken", depth: 0, holds: true, open: !toggled.has(key) });
    }
    if (toggled.has(key)) continue;
    if (c.by === "brain") {
      const group = list.slice(i).slice(0, ends(list.slice(i), wantOf(c)));
      if (group.length > 1) {
        const best = group.find((x) => x.done) ?? group.reduce((a, x) => ((x.score ?? -1) > (a.score ?? -1) ? x : a));
        const name = `${key}/${wantOf(c)}/`;
        const open = toggled.has(name);
        rows.push({ key: name, c: best, count: group.length, depth: 1, holds: true, open });
        if (open) group.forEach((x, n) => rows.push({ key: `${name}${x.label}#${n}`, c: x, depth: 2, holds: false, open: false }));
        i += group.length - 1;
        continue;
      }
    }
    const depth = c.depth ?? 0;
    if (below >= 0 && depth > below) continue;
    below = -1;
    const next = list[i + 1];
    const holds = !!next && (next.depth ?? 0) > depth && partOf(next) === key;
    const own = `${key}/${c.node ?? c.label}/${i}`;
    if (toggled.has(own)) below = depth;
    rows.push({ key: own, c, depth: depth + 1, holds, open: holds && !toggled.has(own) });
  }
  return rows;
}

const partOf = (c: Contender) => `${c.by}/${c.of ?? ""}`;
const wantOf = (c: Contender) => c.label.split("(")[0]!;
/** How many of the first contenders are of a want. */
const ends = (list: Contender[], want: string) => {
  const n = list.findIndex((x) => x.by !== "brain" || wantOf(x) !== want);
  return n < 0 ? list.length : n;
};

/** Rejected is what a condition excludes; abandoned lost to another; never has not had its turn. */
const classes: Record<string, string> = {
  "not-reached": "never", "other-binding": "never", "line-inactive": "never", "would-be-chosen": "standing", "waits-for": "abandoned", suspended: "abandoned", kept: "abandoned", chance: "abandoned", outranked: "abandoned",
  "cooling-down": "abandoned", banned: "banned", unknown: "never", postponed: "never", "resource-held": "abandoned", "lower-priority": "abandoned",
};

function classOf(c: Contender): string {
  if (c.verdict === "done") return "ended";
  return c.done ? "chosen" : (classes[c.verdict] ?? "rejected");
}

const signs: Record<string, string> = { chosen: "▶", ended: "✓", never: "·", standing: "→", abandoned: "↩", banned: "⊘", rejected: "✕" };

function Text({ c, count, tps, tick }: { c: Contender; count?: number; tps: number; tick: number }) {
  const cls = classOf(c);
  return (
    <>
      <i className={`sign ${cls}`}>{signs[cls]}</i>
      {c.kind && c.kind !== c.label && !c.label.startsWith(c.kind) && <span className="index">{c.kind}</span>}
      <span className="method" title={c.label}>{brief(count === 0 ? wantOf(c) : c.label)}</span>
      {count ? <span className="fork" title="open the line to see each of them">best of {count} targets</span> : null}
      {c.score !== undefined && <Bar c={c} />}
      {(!c.done || c.reason) && <span className="why" title={c.reason}>{c.word}{c.reason ? `: ${brief(c.reason)}` : ""}</span>}
      {!c.done && c.last && <span className={`last ${c.last.status.toLowerCase()}`} title={`tick ${c.last.tick}`}>{c.last.status.toLowerCase()} {((tick - c.last.tick) / tps).toFixed(1)}s ago{c.last.cause ? `, ${c.last.cause}` : ""}</span>}
      {c.fired && <span className="fork" title={`tick ${c.fired.tick}`}>aborted another {((tick - c.fired.tick) / tps).toFixed(1)}s ago: {brief(c.fired.cause)}</span>}
      {c.plan !== undefined && (
        <button className="mini" onClick={(e) => (e.stopPropagation(), go({ of: "planning", level: c.plan || undefined, plan: undefined, goal: undefined, k: undefined }))}>how it was planned</button>
      )}
    </>
  );
}

/** The score of a contender, and the score to beat. */
function Bar({ c }: { c: Contender }) {
  const most = Math.max(c.score!, c.best ?? 0, 1e-9);
  return (
    <span className="scorebar" title={`score ${c.score!.toFixed(3)}${c.best && c.best !== c.score ? `, that of the chosen one ${c.best.toFixed(3)}` : ""}`}>
      <i style={{ width: `${(100 * Math.max(0, c.score!)) / most}%` }} />
      <b>{c.score!.toFixed(2)}</b>
    </span>
  );
}

function dotOf(c: Contender): ReactNode {
  if (c.node !== undefined && c.of) return <BreakDot kind="node" name={c.of} node={c.node} label={c.label} />;
  if (c.by === "brain" && c.of) return <BreakDot kind="want" name={`${c.of}/${c.label.split("(")[0]}`} />;
  if (c.by === "goals") return <BreakDot kind="goal" name={c.label.split("(")[0]!} />;
  return undefined;
}

/** All there is to say of one contender. */
function Considered({ c, tps }: { c: Contender; tps: number }) {
  const { opened } = useStudio();
  const { agent } = useAddress();
  const moment = useMoment();
  const mind = useQuery(c.by === "brain" && agent ? { op: "mind", agent, file: opened?.file, tick: moment.tick } : undefined, moment.version, 250).data;
  const want = mind?.wants?.find((w) => w.text === c.label || w.text === c.ask.replace(/^want /, ""));
  return (
    <div className="pane detail" data-testid="considered">
      <div className="head">
        Considered
        <span className="gap" />
        {c.at && c.at.line > 0 && <button className="mini" onClick={() => go({ view: "text", src: c.at!.file, line: c.at!.line })}>to the text</button>}
        <button className="mini" onClick={() => go({ why: c.ask, ask: undefined, ...(c.agent && { agent: c.agent }) })}>{c.done ? "why?" : "why not?"}</button>
        {!c.done && <button className="mini" onClick={() => go({ why: c.ask, ask: "what would", ...(c.agent && { agent: c.agent }) })}>what would it take?</button>}
      </div>
      <p className="what">{brief(c.label)}</p>
      <p className={c.done ? "" : "fault"}>{c.word}{c.reason ? `: ${brief(c.reason)}` : ""}</p>
      {c.last && <p className="quiet">last ended in {c.last.status.toLowerCase()} at {seconds(c.last.tick, tps)}{c.last.cause ? `, by ${c.last.cause}` : ""}</p>}
      {c.fired && <p className="quiet">aborted another branch at {seconds(c.fired.tick, tps)}, because {brief(c.fired.cause)}</p>}
      {(c.others ?? []).length > 0 && <ul className="others">{c.others!.map((o, i) => <li key={i}>{brief(o)}</li>)}</ul>}
      {want && mind?.brain && <div className="mind"><div className="wants"><Score want={want} brain={mind.brain} /></div></div>}
    </div>
  );
}

/** The decisions of a character, the latest at the bottom. */
function Turns({ list, shown, tps }: { list: Entry[]; shown?: Entry; tps: number }) {
  const { tick } = useAddress();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const runs = useMemo(() => runsOf(list), [list]);
  return (
    <div className="plannings" data-testid="turns">
      <div className="head">
        Decisions <small>{list.length}</small>
        <span className="gap" />
        <button className={tick === undefined ? "mini on" : "mini"} onClick={() => go({ tick: undefined, k: undefined })} title="show the present (l)">latest</button>
      </div>
      <ol>
        {runs.map((run) => {
          const last = run.at(-1)!;
          const folded = run.length > 2 && !open.has(run[0]!.seq) && !(shown && shown !== last && run.includes(shown));
          return (folded ? [last] : run).map((e) => (
          <li key={e.seq}>
            <button ref={e === shown ? (b) => void b?.scrollIntoView({ block: "nearest" }) : undefined} className={e === shown ? "event on" : "event"} onClick={() => (go({ k: undefined }), toMoment(e.tick))} title={e.text}>
              <i className="mark">{marks[e.family] ?? "·"}</i>
              <time>{seconds(e.tick, tps)}</time>
              <span>{brief(e.text.split("\n")[0]!.replace(/^plan adopted: /, ""))}</span>
            </button>
            {folded && (
              <button className="run" onClick={() => setOpen(new Set([...open, run[0]!.seq]))} title="open them: the same each time" aria-label={`open ${run.length} equal decisions`}>
                {run.length}× since {seconds(run[0]!.tick, tps)}
              </button>
            )}
          </li>
          ));
        })}
      </ol>
      {list.length === 0 && <p className="empty">Nothing has been decided yet.</p>}
    </div>
  );
}
