import type { ReactNode } from "react";

/** Steps through what was considered, forwards and backwards. */
export function Stepper({ what, k, end, step, children }: { what: string; k: number; end: number; step: (to: number) => void; children?: ReactNode }) {
  return (
    <div className="stepper">
      <button className="icon" onClick={() => step(0)} aria-label={`beginning of the ${what}`} title="Home">❘◀</button>
      <button className="icon" onClick={() => step(k - 1)} aria-label="back" title="←">◀</button>
      <input type="range" min={0} max={Math.max(end, 0)} value={k} onChange={(ev) => step(Number(ev.target.value))} aria-label={`step of the ${what}`} />
      <button className="icon" onClick={() => step(k + 1)} aria-label="forward" title="→">▶</button>
      <button className="icon" onClick={() => step(end)} aria-label={`end of the ${what}`} title="End">▶❘</button>
      <b className="count">{k + 1} / {end + 1}</b>
      <span className="says">{children}</span>
    </div>
  );
}
