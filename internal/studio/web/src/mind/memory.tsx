import type { Remembered } from "../net/wire";
import { go } from "../state/address";
import { Section } from "./section";

const most = 40;

/** The percepts and memories of a character: confidence fades with time. */
export function Memory({ facts }: { facts: Remembered[] }) {
  const now = facts.filter((f) => f.sensed);
  const before = facts.filter((f) => !f.sensed);
  const known = before.filter((f) => f.long);
  return (
    <Section id="memory" title="Memory" head={<small>{now.length} sensed now, {before.length} remembered{known.length ? `, ${known.length} for long` : ""}</small>}>
      {facts.length === 0 && <p className="quiet">it remembers nothing</p>}
      {now.length > 0 && <><h4>senses now</h4><Facts facts={now} /></>}
      {before.length > 0 && <><h4>remembers</h4><Facts facts={before} /></>}
    </Section>
  );
}

function Facts({ facts }: { facts: Remembered[] }) {
  return (
    <ul className="facts">
      {facts.slice(0, most).map((f, i) => (
        <li key={`${f.name}/${i}`} className={f.sensed ? "sensed" : f.missed ? "missed" : ""} title={tell(f)} data-confidence={f.confidence}>
          <span>{f.agent ? <button className="link" onClick={() => go({ agent: f.agent, plan: undefined, level: undefined, k: undefined })}>{f.name}</button> : f.name}{f.long && <i className="long" title="in long-term memory">L</i>}</span>
          <span className="bar"><i style={{ width: `${100 * f.confidence}%`, opacity: 0.35 + 0.65 * f.confidence }} /></span>
          <b>{f.confidence.toFixed(2)}</b>
          <small>{f.sense}</small>
          <em>{f.sensed ? "now" : `${f.seconds.toFixed(1)}s`}</em>
        </li>
      ))}
      {facts.length > most && <li className="quiet">and {facts.length - most} more</li>}
    </ul>
  );
}

function tell(f: Remembered): string {
  const where = f.where ? `at ${f.where[0].toFixed(1)}, ${f.where[1].toFixed(1)}${f.spread ? ` ± ${f.spread.toFixed(1)} m` : ""}` : "at an unknown place";
  return [`${f.name}${f.agent ? `, ${f.agent}` : f.type ? `, a ${f.type}` : ""}: ${where}`, `by ${f.sense}, ${f.times} times`, f.missed && "it was not found there", f.long && "in long-term memory"].filter(Boolean).join("\n");
}
