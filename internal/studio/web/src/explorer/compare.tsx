import { useState } from "react";
import type { Exploration, PlanView } from "../net/wire";
import { brief } from "../parts/value";

/** The plan that ran beside the one that was found, with what decided between them. */
export function Compare({ e }: { e: Exploration }) {
  const [open, setOpen] = useState(false);
  const what = e.verdict?.kind === "what if";
  const old = what ? e.now : e.old;
  const repaired = e.verdict?.kind === "repaired";
  const found = repaired ? (e.now ?? e.plan) : e.plan; // the search below is one from the top, and the repair was not
  if (!e.verdict) return null;
  return (
    <div className="compare">
      <button className="line" onClick={() => setOpen(!open)} aria-expanded={open} data-testid="verdict">
        <span className="caret">{open ? "▾" : "▸"}</span>
        <b className={`kind ${e.verdict.kind}`}>{e.verdict.word || e.verdict.kind}</b>
        {e.verdict.index >= 0 && <span className="deciding" title="the number of the method traversal record that decides">MTR #{e.verdict.index + 1}</span>}
        <span>{brief(e.verdict.text || e.verdict.why)}</span>
        {e.verdict.text && <span className="quiet">{brief(e.verdict.why)}</span>}
        {e.verdict.cooling && <span className="cooling" title="what stands before what was decided, and cannot be taken now">{e.verdict.cooling.map(brief).join(", ")}</span>}
      </button>
      {open && (
        <div className="two">
          <Side title={what ? "what is being carried out" : "old plan"} p={old} other={found} at={e.verdict.index} />
          <Side title={what ? "the plan there would be" : "new plan"} p={found} other={old} at={e.verdict.index} step={e.verdict.step} kind={e.verdict.kind} />
        </div>
      )}
      {open && repaired && <p className="quiet note">Only one task was planned anew. The search below is what planning all of it anew would have come to.</p>}
    </div>
  );
}

function Side({ title, p, other, at, step, kind }: { title: string; p?: PlanView; other?: PlanView; at: number; step?: number; kind?: string }) {
  if (!p) return <div className="plan"><h3>{title}</h3><p className="quiet">none</p></div>;
  return (
    <div className="plan">
      <h3>{title}</h3>
      <div className="mtr" title="method traversal record: the number of each method taken">
        {p.mtr.map((n, i) => (
          <i key={i} className={i === at ? "at" : other && other.mtr[i] !== n ? "other" : ""}>{n + 1}</i>
        ))}
      </div>
      <ol className="choices">
        {p.choices.map((c, i) => (
          <li key={i} className={i === at ? "at" : ""} style={{ paddingLeft: 6 + c.depth * 12 }}>
            <span className="index">{c.index + 1}/{c.of}</span> {brief(c.task)} <span className="method">{c.method}</span> {c.bound && <span className="bound">{brief(c.bound)}</span>}
          </li>
        ))}
      </ol>
      <ol className="chips">
        {p.steps.map((s, i) => (
          <li key={i} className={`${p.done >= 0 && i < p.done ? "done" : other?.steps.includes(s) ? "" : "new"} ${i + 1 === step ? "joint" : ""}`} title={i + 1 !== step ? undefined : kind === "merged" ? "goes on: what follows is new" : "planned anew from here"}>{brief(s)}</li>
        ))}
      </ol>
    </div>
  );
}
