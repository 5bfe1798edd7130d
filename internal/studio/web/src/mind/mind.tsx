import { useState } from "react";
import { useAddress } from "../state/address";
import { askFork } from "../state/fork";
import { useMoment } from "../state/moment";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { AsTest } from "../explorer/astest";
import { brief } from "../parts/value";
import { BrainPane } from "./brain";
import { ControlPane } from "./control";
import { Memory } from "./memory";
import { Plan } from "./plan";
import { Section } from "./section";
import { MemberPane, SquadPane } from "./squad";
import { Symbols } from "./symbols";
import { Tree } from "./tree";
import "../style/mind.css";

/** All layers of one character at once: wants, plans, actions, knowledge. Layers that a character does not have take no room. */
export default function MindView() {
  const { opened } = useStudio();
  const { agent } = useAddress();
  const moment = useMoment();
  const [edits, setEdits] = useState(0);
  const { data: m, error } = useQuery(agent ? { op: "mind", agent, file: opened?.file, tick: moment.tick } : undefined, `${moment.version}/${edits}`, 120);
  if (!m) return <p className="empty">{error ?? (agent ? "…" : "choose a character")}</p>;
  const idle = m.idle ?? [];
  const past = moment.tick !== undefined || !!opened?.record;
  const c = m.control;
  const resting = c?.parts.find((p) => p.kind === "mind")?.runs?.find((r) => r.kind === "action" && r.depth === 0)?.text;
  const alone = m.trees.length === 1 && m.lines.length === 0 && !m.brain;
  return (
    <div className="mind">
      <section className="layers">
        {c && (c.parts.length > 1 || c.resources || m.brain) && <ControlPane control={c} goals={m.goals} />}
        {idle[0] && (
          <Section id="idle" title="Idle" head={<><b>{brief(idle[0])}</b>{resting && <span className="quiet">meanwhile <code>{brief(resting)}</code></span>}</>}>
            {idle.length > 1 && idle.slice(1).map((line, i) => <p key={i} className="reason">{brief(line)}</p>)}
          </Section>
        )}
        {m.brain && <BrainPane mind={m} brain={m.brain} past={past} />}
        {m.lines.map((l, i) => <Plan key={i} line={l} level={i} />)}
        {m.squad && <SquadPane squad={m.squad} />}
        {m.fault && <div className="pane"><p className="fault">{m.fault}</p></div>}
        {m.trees.map((t, i) => <Tree key={`${m.agent}/${t.name}/${i}`} tree={t} tick={m.tick} alone={alone} lines={m.lines} />)}
        {m.trees.length === 0 && m.lines.length === 0 && !m.wants && !idle[0] && <p className="empty">Nothing is running: no plan, tree or brain.</p>}
      </section>
      <section className="side">
        <div className="pane"><AsTest question={{ op: "astest", agent: m.agent, file: opened?.file, on: true, ...(moment.tick !== undefined && { tick: moment.tick }) }} what="write this situation as a test, which expects what the agent decides" />{" "}<button className="mini" onClick={() => askFork(true)} title="run this moment twice: as it is, and with other values, another personality or place (F)">fork from here</button></div>
        {m.member && <MemberPane member={m.member} />}
        {m.memory && <Memory facts={m.memory} />}
        <Symbols cells={m.cells} agent={m.agent} past={past} changed={() => setEdits((n) => n + 1)} />
      </section>
    </div>
  );
}
