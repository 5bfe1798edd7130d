import { useRef, useState } from "react";
import type { Cell, Setting } from "../net/wire";
import { Constants } from "../parts/constants";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";

interface Props {
  cells: Cell[];
  sets: Setting[];
  change: (sets: Setting[]) => void;
  tuned: Setting[];
  tune: (tuned: Setting[]) => void;
}

/** Other values for some symbols and constants: the planning is made again with them, and the simulation is left alone. */
export function WhatIf({ cells, sets, change, tuned, tune }: Props) {
  const { opened } = useStudio();
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const nameInput = useRef<HTMLInputElement>(null);
  const valueInput = useRef<HTMLInputElement>(null);
  const constants = useQuery(opened && { op: "constants", file: opened.file }, opened?.frame.run).data ?? [];
  const supposed = new Map(tuned.map((t) => [t.name, t.value]));
  const suppose = (name: string, value?: string) => tune([...tuned.filter((t) => t.name !== name), ...(value === undefined ? [] : [{ name, value }])]);
  const add = () => {
    const set = { name: name.trim(), value: value.trim() };
    if (set.name && set.value) {
      change([...sets.filter((s) => s.name !== set.name), set]);
      setName("");
      setValue("");
      nameInput.current?.focus();
    } else {
      valueInput.current?.focus();
    }
  };
  const example = cells.find((c) => c.name === c.symbol && /^(int|float)/.test(c.type)) ?? cells[0];
  return (
    <div className="pane whatif">
      <div className="head">
        What if <span className="gap" />
        {sets.length + tuned.length > 0 && <button className="mini" onClick={() => (change([]), tune([]))}>as it was</button>}
      </div>
      <form onSubmit={(e) => (e.preventDefault(), add())}>
        <input ref={nameInput} list="cells" value={name} placeholder={example?.name ?? "symbol"} onChange={(e) => setName(e.target.value)} onKeyDown={(e) => e.key === "=" && (e.preventDefault(), valueInput.current?.focus())} aria-label="what if" />
        <span>=</span>
        <input ref={valueInput} value={value} placeholder={(name.trim() ? cells.find((c) => c.name === name.trim()) : example)?.value ?? "0"} onChange={(e) => setValue(e.target.value)} aria-label="its value" />
        <button className="mini" title="plan with it">+</button>
        <datalist id="cells">{cells.map((c) => <option key={c.name} value={c.name}>{c.value}</option>)}</datalist>
      </form>
      <ul className="sets">
        {sets.map((s) => (
          <li key={s.name}>
            <code>{said(s)}</code>
            <button className="icon" onClick={() => change(sets.filter((o) => o !== s))} aria-label={`without ${said(s)}`}>×</button>
          </li>
        ))}
      </ul>
      {sets.length === 0 && (
        <ul className="quick">
          {cells.filter((c) => c.type === "bool" && c.name === c.symbol).slice(0, 8).map((c) => (
            <li key={c.name}>
              <button className="mini" onClick={() => change([{ name: c.name, value: c.value === "true" ? "false" : "true" }])}>{c.value === "true" ? `no ${c.name}` : c.name}</button>
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

/** A setting for people: "money = 0". */
export function said(s: Setting): string {
  return `${s.name} = ${s.value}`;
}
