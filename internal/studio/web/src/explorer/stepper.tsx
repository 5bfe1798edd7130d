import type { Exploration } from "../net/wire";
import { go } from "../state/address";
import { brief } from "../parts/value";

const says: Record<string, string> = {
  task: "comes up:", rejected: "rejected:", candidates: "candidates for", method: "takes a method of", step: "adds the step",
  failed: "cannot:", pruned: "not pursued", backtrack: "goes back to", found: "a plan is found",
};

/** Steps through the search, forwards and backwards. */
export function Stepper({ e, k, end }: { e: Exploration; k: number; end: number }) {
  const step = (to: number) => go({ k: to >= end ? undefined : Math.max(0, to) });
  const t = e.trail[k];
  return (
    <div className="stepper">
      <button className="icon" onClick={() => step(0)} aria-label="beginning of the search" title="Home">❘◀</button>
      <button className="icon" onClick={() => step(k - 1)} aria-label="back" title="←">◀</button>
      <input type="range" min={0} max={Math.max(end, 0)} value={k} onChange={(ev) => step(Number(ev.target.value))} aria-label="step of the search" />
      <button className="icon" onClick={() => step(k + 1)} aria-label="forward" title="→">▶</button>
      <button className="icon" onClick={() => step(end)} aria-label="end of the search" title="End">▶❘</button>
      <b className="count">{k + 1} / {end + 1}</b>
      <span className="says">
        {t && <span title={t.text}><em>{says[t.kind] ?? t.kind}</em> {brief(t.text)}</span>}
      </span>
    </div>
  );
}
