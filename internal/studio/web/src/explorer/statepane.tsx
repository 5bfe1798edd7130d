import { useState } from "react";
import type { Rehearsed } from "./rehearsal";
import { brief } from "../parts/value";

/** The world as the search saw it at its present step, and the plan so far. */
export function StatePane({ state, k, end }: { state: Rehearsed; k: number; end: number }) {
  const [all, setAll] = useState(false);
  const changed = state.cells.filter((c) => c.was !== undefined && c.was !== c.value);
  const rest = state.cells.filter((c) => !changed.includes(c));
  return (
    <div className="pane state">
      <div className="head">World in the search <small>{k >= end ? "at its end" : `after ${k + 1}`}</small></div>
      <ol className="chips">
        {state.plan.map((s, i) => <li key={i} className={s.id === k ? "new" : ""}>{s.text}</li>)}
        {state.plan.length === 0 && <li className="none">no step yet</li>}
      </ol>
      <table>
        <tbody>
          {changed.map((c) => (
            <tr key={c.name} className={c.fresh ? "fresh" : "changed"}><td>{c.name}</td><td><s>{brief(c.was!)}</s> <b>{brief(c.value)}</b></td></tr>
          ))}
          {(all ? rest : rest.slice(0, 12)).map((c) => (
            <tr key={c.name}><td>{c.name}</td><td>{brief(c.value)}</td></tr>
          ))}
        </tbody>
      </table>
      {rest.length > 12 && <button className="mini" onClick={() => setAll(!all)}>{all ? "fewer" : `${rest.length - 12} more`}</button>}
    </div>
  );
}
