import { useRef } from "react";
import type { Handle, Sketched, TextCurve } from "../net/wire";
import { across, down, Plot, width } from "../mind/curve";
import { useDraft, type Draft } from "./draft";
import { swallow } from "./drag";
import { pieceKey, useLive } from "./live";
import { Slide } from "./slide";

const step = 0.01; // of what is dragged, and of an arrow key
const stride = 0.1; // with shift
const together = 800; // milliseconds within which keys are undone together

const within = (v: number) => Math.min(1, Math.max(0, v));

/** A coordinate that something was dragged to; one that it was not dragged along stays to the last digit. */
const moved = (from: number, by: number) => (Math.abs(by) < step / 2 ? from : Math.round((from + by) / step) * step);
const text = (v: number) => String(Number(v.toPrecision(12)));

/** The response curves in the text of a statement, each with its handles. */
export function TextCurves({ part, readonly }: { part: Sketched; readonly: boolean }) {
  const draft = useDraft();
  return (
    <div className="textcurves">
      {part.curves!.map((c, i) => <TextCurveEditor key={i} draft={draft} path={part.path} curve={c} index={i} readonly={readonly} />)}
    </div>
  );
}

function TextCurveEditor({ draft, path, curve: c, index, readonly }: { draft?: Draft; path: string; curve: TextCurve; index: number; readonly: boolean }) {
  const { pieces } = useLive();
  const found = pieces.get(c.through ? path : pieceKey(path, index));
  const piece = found?.kind === "product" ? found.under?.[0] : found; // weighted
  const x = piece && (piece.x ?? 0);
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<{ slide: Slide; handle: string; x: number; y: number; at: number }>(undefined);
  const op = { op: "curve", at: path, index } as const;

  const begin = (h: Handle, from: React.PointerEvent) => {
    if (from.button !== 0 || readonly || !draft) return;
    from.preventDefault();
    from.stopPropagation();
    (from.currentTarget as SVGElement).focus({ preventScroll: true });
    draft.select(path);
    held.current = undefined;
    const r = box.current!.querySelector("svg")!.getBoundingClientRect();
    const unit = ((across(1) - across(0)) * r.width) / width; // pixels of 1
    const high = ((down(0) - down(1)) * r.width) / width;
    const slide = new Slide(draft);
    const move = (e: PointerEvent) => {
      const x = h.across ? moved(h.x, (e.clientX - from.clientX) / unit) : h.x;
      const y = h.up ? moved(h.y, (from.clientY - e.clientY) / high) : h.y;
      void slide.put([{ ...op, name: h.name, to: `${text(x)} ${text(y)}` }]);
    };
    const end = (keep: boolean) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", key, true);
      if (keep) swallow(); // a click would select something while the last change is made
      else window.addEventListener("pointerup", swallow, { once: true });
      void (keep ? slide.end() : slide.cancel());
    };
    const up = () => end(true);
    const cancel = () => end(false);
    const key = (e: KeyboardEvent) => {
      if (e.key !== "Escape") return;
      e.stopPropagation();
      end(false);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", key, true);
  };

  const press = (h: Handle, e: React.KeyboardEvent) => {
    if (readonly || !draft || e.ctrlKey || e.metaKey || e.altKey) return;
    if (h.name.startsWith("point ") && (e.key === "Delete" || e.key === "Backspace")) {
      e.stopPropagation();
      held.current = undefined;
      void draft.act(async () => void (await draft.apply([{ ...op, name: h.name }])));
      return;
    }
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation();
    const far = e.shiftKey ? stride : step;
    const along = by[0]! + by[1]!; // for what moves in one direction only, all arrows move it there
    const now = performance.now();
    let k = held.current;
    if (k && (k.handle !== h.name || now - k.at > together || !k.slide.whole)) {
      void k.slide.end();
      k = undefined;
    }
    k ??= { slide: new Slide(draft), handle: h.name, x: h.x, y: h.y, at: now };
    held.current = k;
    k.at = now;
    if (h.across) k.x += far * (h.up ? by[0]! : along);
    if (h.up) k.y += far * (h.across ? by[1]! : along);
    void k.slide.put([{ ...op, name: h.name, to: `${text(k.x)} ${text(k.y)}` }]);
  };
  const leave = () => {
    const k = held.current;
    held.current = undefined;
    void k?.slide.end();
  };
  const addPoint = (e: React.MouseEvent) => {
    if (c.kind !== "piecewise" || readonly || !draft || (e.target as Element).closest("[role=slider]")) return;
    e.stopPropagation();
    const r = box.current!.querySelector("svg")!.getBoundingClientRect();
    const x = ((e.clientX - r.left) * width) / r.width;
    const y = ((e.clientY - r.top) * width) / r.width;
    const at = [(x - across(0)) / (across(1) - across(0)), (down(0) - y) / (down(0) - down(1))].map((v) => Math.round(within(v) / step) * step);
    void draft.act(async () => void (await draft.apply([{ ...op, name: "point", to: at.map(text).join(" ") }])));
  };
  const said = c.params.filter((p) => p.said !== undefined);
  return (
    <figure ref={box} className="textcurve" data-testid="textcurve" data-curve={index} data-x={x} data-y={piece?.value} onDoubleClick={addPoint}>
      {c.y ? (
        <Plot shape={c} x={x} y={piece?.value} label={`curve ${c.text}`}>
          {(c.handles ?? []).map((h) => (
            <Knob key={h.name} handle={h} curve={c} readonly={readonly} begin={(e) => begin(h, e)} press={(e) => press(h, e)} leave={leave} />
          ))}
        </Plot>
      ) : <p className="quiet">{c.kind} cannot be drawn: {c.unknown}.</p>}
      <figcaption>
        <b title={c.formula}>{c.kind}</b>
        {said.map((p) => <span key={p.name}>{p.name} <em>{p.said}</em></span>)}
        {said.length === 0 && c.kind !== "piecewise" && <span className="quiet">as it is by default</span>}
        {c.fixed && <span className="quiet">{c.fixed}</span>}
      </figcaption>
    </figure>
  );
}

/** What is taken hold of. Those out of the picture stand at its edge. */
function Knob({ handle: h, curve: c, readonly, begin, press, leave }: { handle: Handle; curve: TextCurve; readonly: boolean; begin: (e: React.PointerEvent) => void; press: (e: React.KeyboardEvent) => void; leave: () => void }) {
  const limit = h.name === "low" || h.name === "high";
  const x = limit ? width + 6 : across(within(h.x)); // beside the picture
  const y = down(within(h.y));
  const names = [h.across, h.up].filter((n) => n !== undefined);
  const value = (name: string) => c.params.find((p) => p.name === name)?.value ?? (name.startsWith("x") ? h.x : h.y);
  const says = names.map((n) => `${n} ${text(Number(value(n).toPrecision(4)))}`).join(", ");
  return (
    <g className={`knob ${limit ? "limit" : ""} ${h.across && h.up ? "both" : h.across ? "across" : "up"}`} role="slider" tabIndex={readonly ? -1 : 0} data-handle={h.name}
      aria-label={`${h.name} of ${c.kind}`} aria-valuenow={Number(value(names[0]!).toPrecision(6))} aria-valuemin={-100} aria-valuemax={100} aria-valuetext={says} aria-readonly={readonly}
      onPointerDown={begin} onKeyDown={press} onBlur={leave} onClick={(e) => e.stopPropagation()}>
      <title>{`${h.name}: ${says}\n${readonly ? "" : "drag it, or use the arrow keys"}`}</title>
      <circle className="grip" cx={x} cy={y} r={limit ? 8 : 11} />
      {limit ? <path className="shown" d={`M${x - 4} ${y}l8 -5v10z`} /> : <circle className="shown" cx={x} cy={y} r="5.5" />}
    </g>
  );
}
