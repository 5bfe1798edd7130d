import { useEffect, useMemo, useState } from "react";
import type { Exploration, Method, Task, Try } from "../net/wire";
import { BreakDot } from "../parts/breakdot";
import { go } from "../state/address";
import { isTyping } from "../state/keys";
import { Condition } from "./condition";
import { Line, lineHeight, useStretch } from "./line";
import { rowsOf, type Row } from "./rows";
import { brief } from "../parts/value";

interface Props {
  e: Exploration;
  k: number;
  end: number;
  picked?: number;
  pick: (id: number | undefined) => void;
}

/** A search with more lines than this begins with only what led to the plan open. */
const many = 400;

/** The tree of tasks, methods, tries and steps, as far as the search has come. Only the lines that can be seen are made. */
export function Decomposition({ e, k, end, picked, pick }: Props) {
  const [folds, setFolds] = useState<{ of?: unknown; closed: ReadonlySet<string> }>({ closed: new Set() });
  const subject = `${e.agent}/${e.tick}/${e.goal}`;
  const start = useMemo(() => (rowsOf(e.roots ?? [], new Set()).length > many ? taken(e.roots ?? []) : new Set<string>()), [e]);
  const closed = folds.of === subject ? folds.closed : start;
  const setClosed = (next: ReadonlySet<string>) => setFolds({ of: subject, closed: next });
  const rows = useMemo(() => rowsOf(e.roots ?? [], closed), [e, closed]);
  const all = useMemo(() => rowsOf(e.roots ?? [], new Set()).length, [e]);
  const focus = useMemo(() => rowAt(rows, e, k), [rows, e, k]);
  const { box, from, to, reveal, onScroll } = useStretch(rows.length);
  useEffect(() => {
    if (k < end && focus) reveal(rows.indexOf(focus));
  }, [k, end, focus]); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => reveal(rows.findIndex((r) => r.id === picked)), [picked]); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => {
    const press = (ev: KeyboardEvent) => {
      const by = ev.key === "ArrowDown" ? 1 : ev.key === "ArrowUp" ? -1 : 0;
      if (by === 0 || isTyping(ev)) return;
      ev.preventDefault();
      const tried = rows.filter((r) => r.verdict !== "never");
      const next = tried[Math.min(Math.max(tried.findIndex((r) => r.id === picked) + by, 0), tried.length - 1)];
      if (next) pick(next.id);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [rows, picked, pick]);
  const toggle = (key: string) => {
    const now = new Set(closed);
    if (!now.delete(key)) now.add(key);
    setClosed(now);
  };
  return (
    <div className="tree" role="tree" aria-label="decomposition" data-testid="decomposition" data-rows={rows.length} ref={box} onScroll={onScroll}>
      {all > 40 && (
        <div className="folding">
          <button className="mini" onClick={() => setClosed(taken(e.roots ?? []))} title="close what is not in the plan">plan only</button>
          <button className="mini" onClick={() => setClosed(new Set())}>open all</button>
          <small>{rows.length < all ? `${rows.length} of ${all}` : all} lines</small>
        </div>
      )}
      <div style={{ height: from * lineHeight }} />
      {rows.slice(from, to).map((r) => {
        const now = k < end && r === focus;
        const name = nameOf(r);
        const verdict = verdictAt(r, k, end);
        const cls = [r.kind, verdict, r.id > k ? "future" : "", now ? "now" : "", picked !== undefined && r.id === picked ? "picked" : ""];
        return (
          <Line
            key={r.key}
            className={cls.join(" ")}
            depth={r.depth}
            holds={r.holds}
            open={r.open}
            toggle={() => toggle(r.key)}
            pick={() => pick(r.id === picked ? undefined : r.id)}
            dot={name && <BreakDot kind={r.method ? "method" : r.task!.leaf ? "operator" : "task"} name={name} />}
            ask={name}
          >
            <RowText r={r} verdict={verdict} />
            {r.ended !== undefined && r.ended > 0 && r.kind !== "leaf" && (
              <button className="took" title="here the search went back: see how" onClick={(ev) => (ev.stopPropagation(), go({ k: r.ended }))}>
                taken back at {r.ended + 1}
              </button>
            )}
          </Line>
        );
      })}
      <div style={{ height: (rows.length - Math.min(to, rows.length)) * lineHeight }} />
      {rows.length === 0 && <p className="empty">Nothing had to be tried.</p>}
    </div>
  );
}

/** The parts of a search that did not lead to the plan, which can be closed. */
function taken(roots: Task[]): ReadonlySet<string> {
  return new Set(rowsOf(roots, new Set()).filter((r) => r.holds && r.verdict !== "chosen").map((r) => r.key));
}

/** The declaration that a line uses; undefined: no questions about it and no breakpoints. */
function nameOf(r: Row): string | undefined {
  if (r.kind === "try" || (r.task?.pruned && r.task.leaf)) return undefined;
  return r.method ? `${r.of}/${r.method.name}` : r.task!.decl;
}

/** The row that the kth thing tried is about: of a return the task that is come back to. */
function rowAt(rows: Row[], e: Exploration, k: number): Row | undefined {
  const t = e.trail[k];
  if (t?.kind === "found") return undefined;
  if (t?.kind === "backtrack") return rows.find((r) => r.kind === "task" && r.id === t.to) ?? rows.findLast((r) => r.id < k && r.verdict !== "never");
  return rows.find((r) => r.id === k && r.verdict !== "never") ?? rows.findLast((r) => r.id <= k && r.verdict !== "never");
}

/** The state of a row at the kth try. */
function verdictAt(r: Row, k: number, end: number): string {
  if (r.ended !== undefined && r.ended > 0 && r.ended <= k) return "abandoned";
  if (k >= end) return r.verdict;
  if (r.id > k) return "open";
  return r.verdict === "chosen" || r.verdict === "abandoned" ? "standing" : r.verdict;
}

function RowText({ r, verdict }: { r: Row; verdict: string }) {
  if (r.task) return <TaskText t={r.task} />;
  if (r.method) return <MethodText m={r.method} only={r.try} verdict={verdict} />;
  return <TryText t={r.try!} verdict={verdict} />;
}

function TaskText({ t }: { t: Task }) {
  if (t.leaf) {
    return (
      <>
        <i className="sign step">{t.step === undefined ? "✕" : t.step + 1}</i>
        <b className="name op">{brief(t.name)}</b>
        {t.cause && <Condition cause={t.cause} />}
        {t.pruned && <span className="why">{brief(t.pruned)}</span>}
      </>
    );
  }
  const ways = t.methods?.filter((m) => m.verdict === "abandoned" || m.verdict === "chosen").length ?? 0;
  return (
    <>
      <b className="name">{brief(t.name)}</b>
      {ways > 1 && <span className="fork" title="the search came back here and took another way">{ways} ways taken</span>}
      {t.pruned && <span className="why">not pursued: {brief(t.pruned)}</span>}
    </>
  );
}

const signs: Record<string, string> = { chosen: "✓", abandoned: "↩", rejected: "✕", banned: "⊘", never: "·", standing: "→", open: "·" };

function MethodText({ m, only, verdict }: { m: Method; only?: Try; verdict: string }) {
  return (
    <>
      <i className={`sign ${verdict}`}>{signs[verdict]}</i>
      <span className="index">{m.index + 1}</span>
      <span className="method">{m.name}</span>
      {only?.bound && <span className="bound">{brief(only.bound.join(", "))}</span>}
      {only?.cause ? <Condition cause={only.cause} /> : m.when && <span className="when">when {m.when}</span>}
      {!only?.cause && m.each && <span className="when">{m.each}</span>}
      {m.count !== undefined && m.count > 0 && <span className="fork">{m.count} {m.count === 1 ? "candidate" : "candidates"}</span>}
      {m.verdict === "never" && <span className="why">its turn did not come</span>}
    </>
  );
}

function TryText({ t, verdict }: { t: Try; verdict: string }) {
  return (
    <>
      <i className={`sign ${verdict}`}>{signs[verdict]}</i>
      <span className="bound">{brief(t.bound?.join(", ") ?? "without a binding")}</span>
      {t.cause && <Condition cause={t.cause} />}
    </>
  );
}
