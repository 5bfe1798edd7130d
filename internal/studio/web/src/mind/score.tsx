import { useState } from "react";
import type { Brain, Factor, Piece, Want } from "../net/wire";
import "../style/score.css";
import { Curve, short } from "./curve";

const signs: Partial<Record<Piece["kind"], string>> = { sum: "+", product: "×", least: "min", most: "max" };

interface Pointed {
  piece: Piece;
  at: DOMRect;
}

/** The parts of a score: a line for each part, with its present value; for a curve, the present input is marked. */
export function Score({ want, brain }: { want: Want; brain: Brain }) {
  const [pointed, setPointed] = useState<Pointed>();
  const point = (piece: Piece, e: { currentTarget: Element }) => setPointed({ piece, at: e.currentTarget.getBoundingClientRect() });
  // While the simulation runs, the server updates the part under the pointer.
  const now = pointed && want.shape && same(want.shape, pointed.piece);
  const shape = now?.curve ? brain.curves?.[now.curve - 1] : undefined;
  return (
    <div className="score">
      {want.shape ? <Row piece={want.shape} sign="" depth={0} point={point} leave={() => setPointed(undefined)} /> : want.parts?.map((p, n) => <div key={n} className="piece"><code>{p.text}</code><b>{p.value}</b></div>)}
      {want.factors?.map((f) => (
        <div key={f.kind} className={`piece factor ${f.kind}`}><i>×</i><span>{f.text}</span><Level value={f.value} /><b>{short(f.value)}</b></div>
      ))}
      {shape && now && pointed && <Curve shape={shape} piece={now} at={pointed.at} />}
    </div>
  );
}

function Row({ piece, sign, depth, point, leave, key0 = "" }: { piece: Piece; sign: string; depth: number; point: (p: Piece, e: { currentTarget: Element }) => void; leave: () => void; key0?: string }) {
  const under = piece.under ?? [];
  const inner = signs[piece.kind] ?? "";
  const plain = under.every((u) => u.number) && under.length > 0 && piece.kind === "value";
  const deciding = piece.kind === "least" || piece.kind === "most" ? under.findIndex((u) => u.value === piece.value) : -1;
  const shown = (
    <>
      <i>{sign}</i>
      {piece.curve ? <span className="curvemark" aria-hidden>∿</span> : null}
      {depth > 0 && under.length > 1 && (inner === "+" || inner === "×") ? <span className="group" title={piece.text}>{piece.kind} of {under.length}</span> : <code title={piece.text}>{piece.text}</code>}
      <Level value={piece.value} />
      <b>{short(piece.value)}</b>
    </>
  );
  return (
    <>
      {piece.because && <div className="because" style={{ paddingLeft: 8 + depth * 16 }}>since {piece.because}</div>}
      {piece.curve ? (
        <button className="piece curved" style={{ paddingLeft: 8 + depth * 16 }} onMouseEnter={(e) => point(piece, e)} onFocus={(e) => point(piece, e)} onMouseLeave={leave} onBlur={leave} data-testid="curved">{shown}</button>
      ) : (
        <div className={`piece ${sign === "min" || sign === "max" ? "one" : ""}`} style={{ paddingLeft: 8 + depth * 16 }}>{shown}</div>
      )}
      {!plain && depth < 5 && under.map((u, i) => <Row key={`${key0}/${i}`} piece={u} sign={i === 0 && inner !== "min" && inner !== "max" ? "" : i === deciding ? `${inner} ✓` : inner} depth={depth + 1} point={point} leave={leave} key0={`${key0}/${i}`} />)}
    </>
  );
}

/** A value from 0 to 1 as a small bar; values beyond are marked. */
export function Level({ value }: { value: number }) {
  return <span className={`level ${value < 0 ? "minus" : value > 1 ? "over" : ""}`}><i style={{ width: `${100 * Math.min(1, Math.abs(value))}%` }} /></span>;
}

/** The part of a score that has the text and curve of another, as it is now. */
function same(p: Piece, other: Piece): Piece | undefined {
  if (p.text === other.text && p.kind === other.kind) return p;
  for (const u of p.under ?? []) {
    const found = same(u, other);
    if (found) return found;
  }
  return undefined;
}

/** The factors of the score of a want as small bars; nothing if it has only one. */
export function Factors({ want }: { want: Want }) {
  const factors = chips(want);
  if (factors.length < 2) return null;
  return (
    <div className="factors">
      {factors.map((f, i) => <span key={i} className={f.kind} title={f.text}>{i > 0 && <i>×</i>}<em>{f.text}</em><Level value={f.value} />{short(f.value)}</span>)}
      <span className="is">= {short(want.score)}</span>
    </div>
  );
}

/** The factors of a score that is a product, with their parts. */
function chips(w: Want): Factor[] {
  const p: Piece | undefined = w.shape;
  const inner: Factor[] = !p ? [] : p.kind === "product" ? (p.under ?? []).map((u) => ({ text: u.text, kind: "part", value: u.value })) : [{ text: p.text, kind: "part", value: p.value }];
  return [...inner, ...(w.factors ?? [])];
}

/** The shares of a score side by side; subtracted shares are hatched, from the right. */
export function Stack({ want, top }: { want: Want; top: number }) {
  let at = 0;
  const percent = (v: number) => `${(100 * Math.max(0, v)) / top}%`;
  let part = 0;
  return (
    <span className="stack">
      {(want.cooling ? [] : (want.bar ?? [])).map((s, i) => {
        const from = s.value < 0 ? at + s.value : at;
        at += s.value;
        const color = s.kind === "part" && s.value >= 0 ? `s${part++ % 6}` : "";
        return <i key={i} className={`${s.value < 0 ? "minus" : s.kind} ${color}`} style={{ left: percent(from), width: percent(Math.abs(s.value)) }} title={`${s.text}: ${s.value < 0 ? "−" : "+"}${short(Math.abs(s.value))}`} />;
      })}
    </span>
  );
}

/** How far the bar of a want reaches, before anything is taken away. */
export function reach(w: Want): number {
  return (w.bar ?? []).reduce((n, s) => n + Math.max(0, s.value), 0);
}

/** The next round number: bars must not change their scale with every tick. */
export function scale(v: number): number {
  const power = 10 ** Math.floor(Math.log10(v));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= v * 0.999) ?? v;
}
