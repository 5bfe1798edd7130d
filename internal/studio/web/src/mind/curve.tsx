import { useLayoutEffect, useRef, useState } from "react";
import type { CurveShape, Piece } from "../net/wire";

const width = 240;
const height = 132;
const pad = { left: 26, right: 8, top: 8, bottom: 18 };

const across = (x: number) => pad.left + x * (width - pad.left - pad.right);
const down = (y: number) => height - pad.bottom - y * (height - pad.top - pad.bottom);

/** A response curve, with a dot where its input is now. */
export function Curve({ shape, piece, at }: { shape: CurveShape; piece: Piece; at: DOMRect }) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: at.left, top: at.bottom + 6 });
  useLayoutEffect(() => {
    const size = box.current!.getBoundingClientRect();
    const below = at.bottom + 6 + size.height < window.innerHeight;
    setPlace({ left: Math.max(4, Math.min(at.left, window.innerWidth - size.width - 8)), top: below ? at.bottom + 6 : at.top - size.height - 6 });
  }, [at]);
  const line = shape.y.map((y, i) => `${across(i / (shape.y.length - 1)).toFixed(1)},${down(y).toFixed(1)}`).join(" ");
  const x = piece.x ?? 0;
  const input = piece.under?.[0];
  return (
    <div ref={box} className="curvebox" style={place} role="tooltip" data-testid="curve" data-x={x} data-y={piece.value}>
      <div className="title"><b>{shape.kind}</b> <code>{shape.formula}</code></div>
      {shape.with && <div className="quiet">{shape.with}</div>}
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-label={`curve ${shape.kind}`}>
        {[0, 0.5, 1].map((v) => (
          <g key={v}>
            <path className="grid" d={`M${across(0)} ${down(v)}H${across(1)}M${across(v)} ${down(0)}V${down(1)}`} />
            <text x={pad.left - 4} y={down(v) + 4} textAnchor="end">{v}</text>
            <text x={across(v)} y={height - 4} textAnchor="middle">{v}</text>
          </g>
        ))}
        <path className="lead" d={`M${across(x)} ${down(0)}V${down(piece.value)}H${across(0)}`} />
        <polyline points={line} />
        <circle cx={across(x)} cy={down(Math.min(1, Math.max(0, piece.value)))} r="4.5" data-testid="dot" />
      </svg>
      {input && <div><code>{input.text}</code> = <b>{short(input.value)}</b>{Math.abs(input.value - x) > 1e-9 && <span className="quiet"> (counts as {short(x)})</span>}</div>}
      <div className="result">→ <b>{short(piece.value)}</b></div>
    </div>
  );
}

/** A number with as many digits as are of use. */
export function short(v: number): string {
  return Math.abs(v) >= 100 ? v.toFixed(0) : String(Number(v.toPrecision(3)));
}
