import type { Eyes } from "../net/types";

/** What a character remembers of objects, and how sure it is. */
export function Memory({ facts }: { facts: NonNullable<Eyes["facts"]> }) {
  const sorted = [...facts].sort((a, b) => b.confidence - a.confidence);
  return (
    <div className="pane">
      <div className="head">Remembers <small>{facts.length}</small></div>
      <ul className="facts">
        {sorted.slice(0, 30).map((f) => (
          <li key={f.name} className={f.sensed ? "sensed" : ""}>
            <span>{f.name}</span>
            <span className="bar"><i style={{ width: `${100 * f.confidence}%` }} /></span>
            <em>{f.sensed ? "now" : `${f.seconds.toFixed(1)}s ago`}</em>
          </li>
        ))}
      </ul>
    </div>
  );
}
