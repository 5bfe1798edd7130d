import type { Mind } from "../net/types";
import { go, useAddress } from "../state/address";
import { useMoment } from "../state/moment";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { Condition } from "../explorer/condition";
import { Memory } from "./memory";
import { Symbols } from "./symbols";
import { Tree } from "./tree";
import { Wants } from "./wants";

/** All layers of one character at once: what it wants, plans, does, and knows. */
export default function MindView() {
  const { opened } = useStudio();
  const { agent } = useAddress();
  const moment = useMoment();
  const { data: m, error } = useQuery<Mind>(agent ? { op: "mind", agent, file: opened?.file, tick: moment.tick } : undefined, moment.version, 120);
  if (!m) return <p className="empty">{error ?? (agent ? "…" : "choose a character")}</p>;
  const idle = m.idle?.split("\n") ?? [];
  return (
    <div className="mind">
      <section className="layers">
        {m.wants && <Wants wants={m.wants} goals={m.goals} />}
        {m.lines.map((l, i) => (
          <div key={i} className="pane plan" data-testid="plan">
            <div className="head">
              Plan <b>{l.goal}</b>
              {l.why && <span className="badge none">{l.why}</span>}
              <span className="gap" />
              <button className="mini" onClick={() => go({ view: "plan", level: i || undefined, plan: undefined, k: undefined })}>how it came about</button>
            </div>
            <ol className="steps">
              {l.steps.map((s, n) => (
                <li key={n} className={s.state}><i>{n + 1}</i>{s.text}</li>
              ))}
              {l.steps.length === 0 && <li className="none">no step to carry out</li>}
            </ol>
          </div>
        ))}
        {idle[0] && (
          <div className="pane">
            <div className="head">Idle</div>
            {idle.map((line, i) => <p key={i} className={i ? "reason" : ""}>{line}</p>)}
          </div>
        )}
        {m.chances && (
          <div className="pane chances" data-testid="chances">
            <div className="head">Plan lines</div>
            <ol>
              {m.chances.map((c, i) => (
                <li key={i} className={c.now ? "now" : c.holds ? "holds" : "not"}>
                  <i className={c.holds ? "sign chosen" : "sign rejected"}>{c.holds ? "✓" : "✕"}</i>
                  <b>{c.goal}</b>
                  {c.cause ? <Condition cause={c.cause} /> : c.when && <span className="when">when {c.when}</span>}
                </li>
              ))}
            </ol>
          </div>
        )}
        {(m.waits.length > 0 || m.bans.length > 0 || m.fault) && (
          <div className="pane">
            <div className="head">Times that run</div>
            <ul className="plainlist">
              {m.waits.map((w) => <li key={w}>{w}</li>)}
              {m.bans.map((b) => <li key={b} className="fault">banned: {b}</li>)}
            </ul>
            {m.fault && <p className="fault">{m.fault}</p>}
          </div>
        )}
        {m.trees.map((t, i) => <Tree key={`${t.name}/${i}`} tree={t} tick={m.tick} alone={m.trees.length === 1 && m.lines.length === 0} />)}
        {m.trees.length === 0 && m.lines.length === 0 && !m.wants && !idle[0] && <p className="empty">Nothing is running: no plan, tree or brain.</p>}
      </section>
      <section className="side">
        {m.eyes.facts && <Memory facts={m.eyes.facts} />}
        <Symbols cells={m.cells} agent={m.agent} past={moment.tick !== undefined || !!opened?.record} />
      </section>
    </div>
  );
}
