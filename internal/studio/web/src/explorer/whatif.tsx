import { useState } from "react";
import type { Cell } from "../net/wire";
import { Constants } from "../parts/constants";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";

interface Props {
  cells: Cell[];
  sets: string[];
  change: (sets: string[]) => void;
  tuned: string[];
  tune: (tuned: string[]) => void;
}

/** Other values for some symbols and constants: the planning is made again with them, and the simulation is left alone. */
export function WhatIf({ cells, sets, change, tuned, tune }: Props) {
  const { opened } = useStudio();
  const [text, setText] = useState("");
  const constants = useQuery(opened && { op: "constants", file: opened.file }, opened?.frame.run).data ?? [];
  const supposed = new Map(tuned.map((t) => [left(t), t.slice(t.indexOf("=") + 1).trim()]));
  const suppose = (name: string, value?: string) => tune([...tuned.filter((t) => left(t) !== name), ...(value === undefined ? [] : [`${name} = ${value}`])]);
  const add = () => {
    const t = text.trim();
    if (t) change([...sets.filter((s) => left(s) !== left(t)), t]);
    setText("");
  };
  return (
    <div className="pane whatif">
      <div className="head">
        What if <span className="gap" />
        {sets.length + tuned.length > 0 && <button className="mini" onClick={() => (change([]), tune([]))}>as it was</button>}
      </div>
      <form onSubmit={(e) => (e.preventDefault(), add())}>
        <input list="cells" value={text} placeholder="money = 0" onChange={(e) => setText(e.target.value)} aria-label="what if" />
        <datalist id="cells">{cells.map((c) => <option key={c.name} value={`${c.name} = ${c.value}`} />)}</datalist>
      </form>
      <ul className="sets">
        {sets.map((s) => (
          <li key={s}>
            <code>{s}</code>
            <button className="icon" onClick={() => change(sets.filter((o) => o !== s))} aria-label={`without ${s}`}>×</button>
          </li>
        ))}
      </ul>
      {sets.length === 0 && (
        <ul className="quick">
          {cells.filter((c) => c.type === "bool" && c.name === c.symbol).slice(0, 8).map((c) => (
            <li key={c.name}>
              <button className="mini" onClick={() => change([`${c.name} = ${c.value === "true" ? "false" : "true"}`])}>{c.value === "true" ? `no ${c.name}` : c.name}</button>
            </li>
          ))}
        </ul>
      )}
      {constants.length > 0 && (
        <details open={tuned.length > 0 || constants.length <= 4}>
          <summary>constants</summary>
          <Constants list={constants} values={supposed} change={suppose} />
        </details>
      )}
    </div>
  );
}

function left(effect: string): string {
  return effect.split("=")[0]!.trim();
}
