import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import "../style/scene.css";
import type { SceneHandle, Wall } from "../net/wire";
import type { SceneDraft } from "./scenedraft";

const step = 0.5; // metres that an arrow key moves something
const stride = 5; // with shift
const grain = 10; // places of the mouse are tenths of a metre
const slack = 4; // pixels that the mouse moves before a click is a drag
const radius = 7; // of a handle, in pixels
const margin = 1; // around the land, in metres

type Points = [number, number][];

/** Something that is being dragged: where it would come to stand. */
interface Dragged {
  index: number;
  points: Points;
}

const round = (v: number) => Math.round(v * grain) / grain;
const same = (w: Wall, h: SceneHandle) => h.points.length === 2 && [...w.a, ...w.b].join() === h.points.flat().join();

/** What stands in a scene, on its land: it is dragged, added and removed, and the text of the scene changes. */
export function SceneLens({ draft, save }: { draft: SceneDraft; save: () => void }) {
  const { scene, land, chosen, refused } = useSyncExternalStore(draft.subscribe, draft.get);
  const box = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const [room, setRoom] = useState<[number, number]>([1, 1]);
  const [kind, setKind] = useState("start");
  const [type, setType] = useState("");
  const [adding, setAdding] = useState(false);
  const [dragged, setDragged] = useState<Dragged>();
  useLayoutEffect(() => {
    const e = box.current!;
    const measure = () => setRoom([e.clientWidth, e.clientHeight]);
    const observer = new ResizeObserver(measure);
    observer.observe(e);
    measure();
    return () => observer.disconnect();
  }, []);
  useEffect(() => setDragged(undefined), [scene]);

  const handles = scene?.handles ?? [];
  const all = handles.flatMap((h) => h.points);
  const min = land?.min ?? [Math.min(0, ...all.map((p) => p[0])), Math.min(0, ...all.map((p) => p[1]))];
  const max = land?.max ?? [Math.max(1, ...all.map((p) => p[0])), Math.max(1, ...all.map((p) => p[1]))];
  const [w, h] = [max[0] - min[0] + 2 * margin, max[1] - min[1] + 2 * margin];
  const px = Math.max(w / Math.max(room[0], 1), h / Math.max(room[1], 1)); // metres of a pixel
  const pointsOf = (i: number): Points => (dragged?.index === i ? dragged.points : handles[i]!.points);

  const toLand = useCallback((e: { clientX: number; clientY: number }): [number, number] => {
    const m = svg.current!.getScreenCTM()!.inverse();
    return [m.a * e.clientX + m.e, m.d * e.clientY + m.f];
  }, []);
  const add = (at: [number, number]) => {
    const two = kind === "wall" || kind === "box";
    const first: [number, number] = [round(at[0]), round(at[1])];
    void draft.change({ what: "add", index: 0, kind, type: type || scene?.types[0], points: two ? [first, [round(at[0] + 4), round(at[1] + (kind === "box" ? 3 : 0))]] : [first] });
    setAdding(false);
  };
  const remove = () => void draft.changeChosen((index) => ({ what: "remove", index }));
  /** Moves the chosen thing by metres: all its points, or the last only. */
  const shift = (x: number, y: number, last: boolean) =>
    void draft.changeChosen((index, { points }) => ({ what: "move", index, points: points.map(([px, py], k) => (last && k < points.length - 1 ? [px, py] : [round(px + x), round(py + y)])) }));
  const next = (by: number) => handles.length > 0 && draft.choose(chosen === undefined ? (by > 0 ? 0 : handles.length - 1) : (chosen + by + handles.length) % handles.length);

  const press = (e: React.KeyboardEvent) => {
    const far = e.shiftKey ? stride : step;
    const keys: Record<string, (() => unknown) | undefined> = e.ctrlKey || e.metaKey
      ? { z: () => (e.shiftKey ? draft.redo() : draft.undo()), y: () => draft.redo(), s: save }
      : {
          ArrowLeft: () => shift(-far, 0, e.altKey), ArrowRight: () => shift(far, 0, e.altKey), ArrowUp: () => shift(0, -far, e.altKey), ArrowDown: () => shift(0, far, e.altKey),
          PageDown: () => next(1), PageUp: () => next(-1), Home: () => draft.choose(0), End: () => draft.choose(handles.length - 1),
          Delete: remove, Backspace: remove, n: () => add([(min[0] + max[0]) / 2, (min[1] + max[1]) / 2]), Escape: () => (adding ? setAdding(false) : draft.choose(undefined)), F6: () => draft.view.focus(),
        };
    const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    const act = keys[key];
    if (!act || (draft.readonly && !["PageDown", "PageUp", "Home", "End", "Escape", "F6"].includes(key))) return;
    e.preventDefault();
    e.stopPropagation();
    e.nativeEvent.stopImmediatePropagation();
    act();
  };

  const down = (e: React.PointerEvent) => {
    if (e.button !== 0) return;
    box.current!.focus({ preventScroll: true });
    const at = toLand(e);
    if (adding) return add(at);
    const t = e.target as SVGElement;
    const index = Number(t.closest<SVGElement>("[data-handle]")?.dataset.handle ?? NaN);
    if (Number.isNaN(index)) return draft.choose(undefined);
    draft.choose(index);
    if (draft.readonly) return;
    e.preventDefault();
    const corner = t.dataset.point === undefined ? undefined : Number(t.dataset.point); // undefined: the whole thing
    const from = handles[index]!.points;
    let points: Points | undefined;
    const move = (m: PointerEvent) => {
      if (!points && Math.hypot(m.clientX - e.clientX, m.clientY - e.clientY) < slack) return;
      const to = toLand(m);
      points = from.map(([x, y], k) => (corner === undefined || corner === k ? [round(x + to[0] - at[0]), round(y + to[1] - at[1])] : [x, y]));
      setDragged({ index, points });
    };
    const end = (drop: boolean) => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
      window.removeEventListener("keydown", key, true);
      if (drop && points) void draft.change({ what: "move", index, points }).then(() => setDragged(undefined));
      else setDragged(undefined);
    };
    const up = () => end(true);
    const cancel = () => end(false);
    const key = (k: KeyboardEvent) => {
      if (k.key !== "Escape") return;
      k.stopPropagation();
      end(false);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancel);
    window.addEventListener("keydown", key, true);
  };

  const typed = kind === "cover" || kind === "place";
  const mine = chosen === undefined ? undefined : handles[chosen];
  return (
    <div className="canvas-edit scene-lens" data-testid="scene">
      <div className="bar" role="toolbar" aria-label="scene">
        {!draft.readonly && (
          <>
            <select aria-label="what to add" value={kind} onChange={(e) => setKind(e.target.value)}>{scene?.kinds.map((k) => <option key={k}>{k}</option>)}</select>
            {typed && <select aria-label="type of the object" value={type || scene?.types[0]} onChange={(e) => setType(e.target.value)}>{scene?.types.map((k) => <option key={k}>{k}</option>)}</select>}
            <button aria-pressed={adding} className={adding ? "on" : ""} onClick={() => setAdding(!adding)} title="then click where it is to stand (n: in the middle)">+ {kind}</button>
            {mine && <button onClick={remove} title="remove (Delete)">remove</button>}
          </>
        )}
        <span className="quiet" role="status">{adding ? "click where it is to stand" : mine ? `${mine.name}: ${pointsOf(chosen!).map((p) => p.join(" ")).join(", ")}` : `${handles.length} things that can be moved`}</span>
      </div>
      {(refused || scene?.fault) && <p className="wrong" role="alert">{refused ?? scene!.fault.split("\n")[0]}</p>}
      <div ref={box} className={adding ? "stage-edit adding" : "stage-edit"} tabIndex={0} role="listbox" aria-label="what stands in the scene" aria-activedescendant={mine && `handle${chosen}`} onKeyDown={press} onPointerDown={down}>
        <svg ref={svg} viewBox={`${min[0] - margin} ${min[1] - margin} ${w} ${h}`} role="presentation">
          <rect className="ground" x={min[0]} y={min[1]} width={max[0] - min[0]} height={max[1] - min[1]} />
          {land?.walls?.map((l, i) => !handles.some((o) => same(l, o)) && <Barrier key={i} a={l.a} b={l.b} solid={!!l.solid} />)}
          {handles.map((o, i) => {
            const points = pointsOf(i);
            const [a, b] = points;
            return (
              <g key={i} id={`handle${i}`} className={`handle of-${o.kind} ${i === chosen ? "chosen" : ""}`} data-handle={i} role="option" aria-selected={i === chosen} aria-label={`${o.name} at ${points.map((p) => p.join(" ")).join(", ")}`}>
                <title>{o.name}</title>
                {b && <Barrier a={a!} b={b} solid={o.kind === "box"} />}
                {points.map((p, k) => <Knob key={k} at={p} kind={o.kind} px={px} point={b ? k : undefined} />)}
                {i === chosen && <text x={a![0] + 11 * px} y={a![1] - 9 * px} fontSize={12.5 * px}>{o.name}</text>}
              </g>
            );
          })}
        </svg>
      </div>
    </div>
  );
}

function Barrier({ a, b, solid }: { a: [number, number]; b: [number, number]; solid: boolean }) {
  if (!solid) return <line className="wall" x1={a[0]} y1={a[1]} x2={b[0]} y2={b[1]} />;
  return <rect className="box" x={Math.min(a[0], b[0])} y={Math.min(a[1], b[1])} width={Math.abs(b[0] - a[0])} height={Math.abs(b[1] - a[1])} />;
}

/** What the mouse takes hold of. */
function Knob({ at: [x, y], kind, px, point }: { at: [number, number]; kind: string; px: number; point?: number }) {
  const r = radius * px;
  if (kind === "cover") return <rect className="knob" x={x - r} y={y - 0.6 * r} width={2 * r} height={1.2 * r} />;
  if (kind === "place" || kind === "wall" || kind === "box") return <rect className="knob" data-point={point} x={x - 0.7 * r} y={y - 0.7 * r} width={1.4 * r} height={1.4 * r} />;
  return <circle className="knob" cx={x} cy={y} r={kind === "start" ? r : 0.75 * r} />;
}
