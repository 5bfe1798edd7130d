import type { Cause } from "../net/wire";
import { brief } from "../parts/value";

/** A condition that did not hold: the part that failed is highlighted, followed by the values that it saw. */
export function Condition({ cause }: { cause: Cause }) {
  const { part, before, behind, cooling, seen } = cause;
  if (!part) return <span className="why">{brief(cause.text)}</span>;
  return (
    <span className="cond" title={brief(cause.text)}>
      {cooling && <b className="cooling">cooldown</b>}
      <span>{before}<mark>{part}</mark>{behind}</span>
      {(seen ?? []).slice(0, 3).map((s, i) => (
        <span key={i} className="seen">
          {!cooling && <>{s.symbol} <b>{brief(s.value)}</b></>}
          {s.step >= 0 && <em> set by step {s.step + 1}, {s.by}</em>}
        </span>
      ))}
      {(seen ?? []).length === 0 && <span className="why">{cause.text}</span>}
    </span>
  );
}
