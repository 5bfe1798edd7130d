import type { PlanLine, PlanStep } from "../net/wire";
import { Condition } from "../explorer/condition";
import { brief } from "../parts/value";
import { go } from "../state/address";
import { Section } from "./section";
import { TimerBar } from "./timers";

/** A plan that is being carried out: its steps, and the times that run. */
export function Plan({ line, level }: { line: PlanLine; level: number }) {
  const within = line.within ?? [];
  const head = (
    <>
      <b>{brief(line.goal)}</b>
      {within.length > 0 && <span className="within" title={`within ${within.map(brief).join(" ▸ ")}`}>within {brief(within.at(-1)!)}</span>}
      {line.why && <span className="badge none">{line.why}</span>}
      <span className="gap" />
      <span className="when">
        planned {line.planned.toFixed(1)}s ago{line.next !== undefined ? `, again in ${line.next.toFixed(1)}s` : line.why ? "" : ", again when what it depends on changes"}
      </span>
      <button className="mini" onClick={() => go({ view: "decision", of: "planning", level: level || undefined, plan: undefined, k: undefined })}>how it came about</button>
    </>
  );
  return (
    <Section id={level ? "plan.within" : "plan"} title="Plan" head={head} className="plan">
      <ol className="steps">
        {line.steps.map((s, n) => (
          <li key={n} className={s.state}><i>{s.state === "done" ? "✓" : s.state === "running" ? "▶" : n + 1}</i>{brief(s.text)}</li>
        ))}
        {line.steps.length === 0 && <li className="none">no step to carry out</li>}
      </ol>
      {line.steps.filter((s) => s.state === "running").map((s, i) => <Running key={i} step={s} />)}
      {line.timers && <div className="timers">{line.timers.map((t, i) => <TimerBar key={`${t.kind}/${t.text}/${i}`} timer={t} name={t.kind === "cooldown" || t.kind === "ban"} />)}</div>}
      {line.failure && <p className="failure">last failure: <code>{brief(line.failure)}</code> <em>{(line.ago ?? 0).toFixed(1)}s ago</em></p>}
    </Section>
  );
}

/** A step that runs: for how long, for how long yet, and what ends it. */
function Running({ step }: { step: PlanStep }) {
  return (
    <div className="runstep" data-testid="running">
      <div className="line">
        <b>{brief(step.text)}</b> <span className="quiet">for {(step.elapsed ?? 0).toFixed(1)}s{step.doing ? `, doing ${step.doing.join(", ")}` : ""}</span>
      </div>
      {step.timers && <div className="timers">{step.timers.map((t) => <TimerBar key={t.kind} timer={t} />)}</div>}
      {step.awaits?.map((a) => (
        <div key={a.kind} className="await">
          <span className="kind">{a.kind === "while" ? "goes on while" : a.kind === "until" ? "done when" : "waits for"}</span>
          <i className={a.holds ? "holds" : "not"}>{a.kind === "expects" ? "…" : a.holds ? "✓" : "✕"}</i>
          {a.cause ? <Condition cause={a.cause} /> : <code>{a.text}</code>}
        </div>
      ))}
    </div>
  );
}
