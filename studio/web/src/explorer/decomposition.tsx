import { useEffect, useMemo, useRef, useState } from "react";
import type { Exploration, Method, Task, Try } from "../net/types";
import { isTyping } from "../state/keys";
import { Condition } from "./condition";
import { rowsOf, type Row } from "./rows";

interface Props {
  e: Exploration;
  k: number;
  end: number;
  picked?: number;
  pick: (id: number | undefined) => void;
}

/** The tree of tasks, methods, tries and steps, as far as the search has come. */
export function Decomposition({ e, k, end, picked, pick }: Props) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => rowsOf(e.roots ?? [], closed), [e, closed]);
  const focus = useMemo(() => rowAt(rows, e, k), [rows, e, k]);
  const here = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (k < end) here.current?.scrollIntoView({ block: "nearest" });
  }, [k, end]);
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
  useEffect(() => document.querySelector(".row.picked")?.scrollIntoView({ block: "nearest" }), [picked]);
  const toggle = (key: string) =>
    setClosed((was) => {
      const now = new Set(was);
      if (!now.delete(key)) now.add(key);
      return now;
    });
  return (
    <div className="tree" role="tree" data-testid="decomposition">
      {rows.map((r) => {
        const now = k < end && r === focus;
        const verdict = verdictAt(r, k, end);
        const cls = ["row", r.kind, verdict, r.id > k ? "future" : "", now ? "now" : "", picked !== undefined && r.id === picked ? "picked" : ""];
        return (
          <div key={r.key} ref={now ? here : undefined} className={cls.join(" ")} role="treeitem" aria-level={r.depth + 1} onClick={() => pick(r.id === picked ? undefined : r.id)}>
            {Array.from({ length: r.depth }, (_, i) => <i key={i} className="rail" />)}
            <button
              className={r.holds ? "caret" : "caret none"}
              tabIndex={r.holds ? 0 : -1}
              aria-label={r.open ? "close" : "open"}
              onClick={(ev) => {
                ev.stopPropagation();
                toggle(r.key);
              }}
            >
              {r.open ? "▾" : "▸"}
            </button>
            <RowText r={r} verdict={verdict} />
          </div>
        );
      })}
      {rows.length === 0 && <p className="empty">Nothing had to be tried.</p>}
    </div>
  );
}

/** The row that the kth thing tried is about: of a return the task that is come back to. */
function rowAt(rows: Row[], e: Exploration, k: number): Row | undefined {
  const t = e.trail[k];
  if (t?.kind === "found") return undefined;
  if (t?.kind === "backtrack") return rows.findLast((r) => r.kind === "task" && r.id < k && r.task!.name === t.text);
  return rows.find((r) => r.id === k && r.verdict !== "never") ?? rows.findLast((r) => r.id <= k && r.verdict !== "never");
}

/** What has become of a row by the kth thing tried. */
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
        <b className="name op">{t.name}</b>
        {t.cause && <Condition cause={t.cause} />}
        {t.pruned && <span className="why">{t.pruned}</span>}
      </>
    );
  }
  const ways = t.methods?.filter((m) => m.verdict === "abandoned" || m.verdict === "chosen").length ?? 0;
  return (
    <>
      <b className="name">{t.name}</b>
      {ways > 1 && <span className="fork" title="the search came back here and took another way">{ways} ways taken</span>}
      {t.pruned && <span className="why">not pursued: {t.pruned}</span>}
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
      {only?.bound && <span className="bound">{only.bound.join(", ")}</span>}
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
      <span className="bound">{t.bound?.join(", ") ?? "without a binding"}</span>
      {t.cause && <Condition cause={t.cause} />}
    </>
  );
}
