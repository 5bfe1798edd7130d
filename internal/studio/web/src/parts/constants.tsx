import { useState } from "react";
import type { Constant } from "../net/wire";
import { go } from "../state/address";

/** Constants with their controls: a slider for numbers, a choice for few values, text for the rest. */
export function Constants({ list, values, change }: { list: Constant[]; values: Map<string, string>; change: (name: string, value?: string) => void }) {
  return (
    <table className="constants">
      <tbody>
        {list.map((c) => (
          <Row key={c.name} constant={c} value={values.get(c.name) ?? c.value} changed={values.has(c.name)} change={(v) => change(c.name, v)} />
        ))}
      </tbody>
    </table>
  );
}

/** A value with its control. Said is what stands before it; undefined: its name. */
export function Row({ constant: c, said, value, changed, change }: { constant: Constant; said?: React.ReactNode; value: string; changed: boolean; change: (value?: string) => void }) {
  const [typed, setTyped] = useState<string>(); // stays while the value behind it changes
  const text = typed ?? value;
  const take = (v: string) => {
    setTyped(undefined);
    if (v.trim() !== "" && v !== value) change(v);
  };
  const range = rangeOf(c);
  return (
    <tr className={changed ? "changed" : ""}>
      <td>{said ?? <button className="link" title={`${c.type}, ${c.said} in ${c.at.file}:${c.at.line}`} onClick={() => go({ view: "text", src: c.at.file, line: c.at.line })}>{c.name}</button>}</td>
      {!c.values && !range ? null : <td>
        {c.values ? (
          <select value={text} aria-label={c.name} onChange={(e) => take(e.target.value)}>{c.values.map((v) => <option key={v}>{v}</option>)}</select>
        ) : (
          range && <input type="range" aria-label={c.name} {...range} value={parseFloat(text) || 0} onChange={(e) => take(written(c, e.target.value) + unitOf(c.said))} />
        )}
      </td>}
      <td {...(!c.values && !range && { colSpan: 2, className: "text" })}>{!c.values && <input className="number" aria-label={`${c.name} as text`} value={text} onChange={(e) => setTyped(e.target.value)} onBlur={() => take(text)} onKeyDown={(e) => e.key === "Enter" && take(text)} />}</td>
      <td><button className="icon" style={{ visibility: changed ? "visible" : "hidden" }} title={`${c.said}, as the file says`} aria-label={`${c.name} as it was`} onClick={() => change(undefined)}>↺</button></td>
    </tr>
  );
}

/**
 * From zero to twice the value in the file, in steps of a hundredth; integers with few values in steps of one. Text
 * accepts values beyond.
 */
function rangeOf(c: Constant): { min: number; max: number; step: number } | undefined {
  const said = parseFloat(c.said);
  if (!c.number || Number.isNaN(said)) return undefined;
  const end = Math.max(2 * Math.abs(said), Math.abs(parseFloat(c.value)), c.whole ? 10 : 1);
  const [min, max] = c.range ?? [said < 0 ? -end : 0, said < 0 ? 0 : end];
  const step = c.whole ? Math.max(1, Math.round((max - min) / 100)) : (max - min) / 100;
  return { min, max, step };
}

/** A number as the program writes it, without the dust of binary fractions. */
function written(c: Constant, text: string): string {
  return c.whole ? text : String(Number(Number(text).toPrecision(6)));
}

/** The unit behind a number, as in 700ms. */
function unitOf(text: string): string {
  return /^-?[\d.]+(?:e[+-]?\d+)?([a-z]+)$/i.exec(text)?.[1] ?? "";
}
