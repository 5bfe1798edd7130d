import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import "../style/score.css";
import type { CurveShape, Piece } from "../net/wire";

export const width = 240;
export const height = 132;
export const pad = { left: 26, right: 8, top: 8, bottom: 18 };

export const across = (x: number) => pad.left + x * (width - pad.left - pad.right);
export const down = (y: number) => height - pad.bottom - y * (height - pad.top - pad.bottom);

/** A drawn response curve, with a dot where its input is now, and what is drawn over it. */
export function Plot({ shape, x, y, children, label }: { shape: { kind: string; y?: number[] }; x?: number; y?: number; children?: ReactNode; label?: string }) {
  const values = shape.y ?? [];
  const line = values.map((y, i) => `${across(i / (values.length - 1)).toFixed(1)},${down(y).toFixed(1)}`).join(" ");
  return (
    <svg className="curveplot" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role={children ? "group" : "img"} aria-label={label ?? `curve ${shape.kind}`}>
      {[0, 0.5, 1].map((v) => (
        <g key={v}>
          <path className="grid" d={`M${across(0)} ${down(v)}H${across(1)}M${across(v)} ${down(0)}V${down(1)}`} />
          <text x={pad.left - 9} y={down(v) + 4} textAnchor="end">{v}</text>
          <text x={across(v)} y={height - 1} textAnchor="middle">{v}</text>
        </g>
      ))}
      {x !== undefined && y !== undefined && <path className="lead" d={`M${across(x)} ${down(0)}V${down(y)}H${across(0)}`} />}
      <polyline points={line} />
      {x !== undefined && y !== undefined && <circle className="dot" cx={across(x)} cy={down(Math.min(1, Math.max(0, y)))} r="4.5" data-testid="dot" />}
      {children}
    </svg>
  );
}

/** The response curve of a part of a score, in a box beside it. */
export function Curve({ shape, piece, at }: { shape: CurveShape; piece: Piece; at: DOMRect }) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: at.left, top: at.bottom + 6 });
  useLayoutEffect(() => {
    const size = box.current!.getBoundingClientRect();
    const below = at.bottom + 6 + size.height < window.innerHeight;
    setPlace({ left: Math.max(4, Math.min(at.left, window.innerWidth - size.width - 8)), top: below ? at.bottom + 6 : at.top - size.height - 6 });
  }, [at]);
  const x = piece.x ?? 0;
  const input = piece.under?.[0];
  return (
    <div ref={box} className="curvebox" style={place} role="tooltip" data-testid="curve" data-x={x} data-y={piece.value}>
      <div className="title"><b>{shape.kind}</b> <code>{shape.formula}</code></div>
      {shape.with && <div className="quiet">{shape.with}</div>}
      <Plot shape={shape} x={x} y={piece.value} />
      {input && <div><code>{input.text}</code> = <b>{short(input.value)}</b>{Math.abs(input.value - x) > 1e-9 && <span className="quiet"> (counts as {short(x)})</span>}</div>}
      <div className="result">→ <b>{short(piece.value)}</b></div>
    </div>
  );
}

/** A number with as many digits as are of use. */
export function short(v: number): string {
  return Math.abs(v) >= 100 ? v.toFixed(0) : String(Number(v.toPrecision(3)));
}
