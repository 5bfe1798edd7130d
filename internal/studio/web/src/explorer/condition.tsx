import type { Cause } from "../net/wire";
import { brief } from "../parts/value";

/** A condition that did not hold: the part that failed stands out, and behind it is what was seen. */
export function Condition({ cause }: { cause: Cause }) {
  const { failed, part, seen } = cause;
  if (!failed || !part) return <span className="why">{brief(cause.text)}</span>;
  const at = failed.indexOf(part);
  const cooldown = part.endsWith(" is cooling down"); // a condition of the engine's own: there is no more to it
  return (
    <span className="cond" title={brief(cause.text)}>
      {cooldown && <b className="cooling">cooldown</b>}
      {at < 0 || cooldown ? <mark>{part}</mark> : <>{failed.slice(0, at)}<mark>{part}</mark>{failed.slice(at + part.length)}</>}
      {(seen ?? []).slice(0, 3).map((s, i) => (
        <span key={i} className="seen">
          {!cooldown && <>{s.symbol} <b>{brief(s.value)}</b></>}
          {s.step >= 0 && <em> set by step {s.step + 1}, {s.by}</em>}
        </span>
      ))}
      {(seen ?? []).length === 0 && <span className="why">{cause.text}</span>}
    </span>
  );
}
