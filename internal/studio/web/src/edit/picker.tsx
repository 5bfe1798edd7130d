import { useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Nameable } from "../net/wire";
import { useMoment } from "../state/moment";
import { useQuery } from "../state/query";
import { ask, useStudio } from "../state/studio";

/** The names that a program can say: of objects, and of the values of enums. */
function useNames(): Map<string, Nameable> {
  const [names, setNames] = useState(new Map<string, Nameable>());
  useEffect(() => {
    let gone = false;
    ask({ op: "nameables" }).then((list) => !gone && setNames(new Map(list.map((n) => [n.name, n])))).catch(() => {});
    return () => {
      gone = true;
    };
  }, []);
  return names;
}

/** The world as it is at the shown moment, to take a name or a place from: a click puts it into the edited line. */
export function Picker({ take, close }: { take: (text: string) => void; close: () => void }) {
  const { opened, frame } = useStudio();
  const moment = useMoment();
  const past = useQuery(moment.tick !== undefined ? { op: "frame", file: opened?.file, tick: moment.tick } : undefined, "past", 60);
  const figures = (moment.tick === undefined ? frame?.figures : past.data) ?? [];
  const names = useNames();
  const [over, setOver] = useState("");
  const svg = useRef<SVGSVGElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const land = opened!.land;
  const [w, h] = [Math.max(1, land.max[0] - land.min[0]), Math.max(1, land.max[1] - land.min[1])];
  const u = Math.max(w / 620, h / 420); // metres of a pixel, about
  const mapped = w > 1 && h > 1;
  useEffect(() => first.current?.focus(), []);
  const types = useMemo(() => [...new Set([...names.values()].map((n) => n.type))].map((type) => [type, [...names.values()].filter((n) => n.type === type)] as const), [names]);

  const at = (e: React.MouseEvent): [number, number] => {
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.current!.getScreenCTM()!.inverse());
    return [Math.round(p.x * 10) / 10, Math.round(p.y * 10) / 10];
  };
  const ground = (e: React.MouseEvent) => {
    const [x, y] = at(e);
    take(`vec2(${x}, ${y})`);
  };
  /** Something with a name; one that the program does not know can only be looked at. */
  const thing = (key: string, name: string, what: string, x: number, y: number, shape: React.ReactNode) => {
    const known = names.has(name);
    const says = known ? `${name}, ${what}` : `${name || what}: the program has no name for it`;
    const pick = (e: React.SyntheticEvent) => (e.stopPropagation(), known && take(name));
    return (
      <g key={key} role="button" tabIndex={known ? 0 : -1} aria-disabled={!known} aria-label={says} className={known ? "thing" : "thing unknown"} onClick={pick} onKeyDown={(e) => (e.key === "Enter" || e.key === " ") && pick(e)}
        onPointerEnter={() => setOver(says)} onFocus={() => setOver(says)} onPointerLeave={() => setOver("")}>
        <title>{says}</title>
        {shape}
        {name && <text x={x + 6 * u} y={y + 4 * u} fontSize={12 * u}>{name}</text>}
      </g>
    );
  };
  return createPortal(
    <div className="shade" onMouseDown={(e) => e.preventDefault()} onClick={(e) => (e.stopPropagation(), e.target === e.currentTarget && close())} onKeyDown={(e) => (e.stopPropagation(), e.key === "Escape" && close())}>
      <div className="picker" role="dialog" aria-label="pick in the world" data-testid="picker">
        <div className="row"><b>Pick in the world</b><span className="quiet" aria-live="polite">{over || (mapped ? "a character, place or item; the ground for a position" : "this run has no map")}</span><span className="gap" /><button ref={first} className="icon" onClick={close} aria-label="close">×</button></div>
        {mapped && (
          <svg ref={svg} viewBox={`${land.min[0] - 8 * u} ${land.min[1] - 8 * u} ${w + 60 * u} ${h + 16 * u}`} onClick={ground} onPointerMove={(e) => e.target === svg.current?.querySelector(".ground") && setOver(`vec2(${at(e).join(", ")})`)}>
            <rect x={land.min[0]} y={land.min[1]} width={w} height={h} className="ground" />
            {(land.walls ?? []).map((wall, i) => wall.solid
              ? <rect key={i} className="wall" x={Math.min(wall.a[0], wall.b[0])} y={Math.min(wall.a[1], wall.b[1])} width={Math.abs(wall.a[0] - wall.b[0])} height={Math.abs(wall.a[1] - wall.b[1])} />
              : <line key={i} className="edge" x1={wall.a[0]} y1={wall.a[1]} x2={wall.b[0]} y2={wall.b[1]} strokeWidth={1.5 * u} />)}
            {(land.places ?? []).map((p, i) => thing(`p${i}`, p.name, p.cover ? "cover" : "place", p.x, p.y, <rect className="place" x={p.x - 4 * u} y={p.y - 4 * u} width={8 * u} height={8 * u} strokeWidth={u} />))}
            {figures.map((f, i) => f.i
              ? thing(`i${i}`, f.i, "item", f.x, f.y, <path className="item" d={`M${f.x} ${f.y - 4 * u} l${4 * u} ${7 * u} h${-8 * u} z`} />)
              : thing(`f${i}`, names.has(f.n) ? f.n : (f.n.split("#")[0] ?? ""), f.n, f.x, f.y, <circle className={`figure team${(f.t ?? 0) % 5}`} cx={f.x} cy={f.y} r={4.5 * u} />))}
          </svg>
        )}
        {types.map(([type, list]) => <div key={type} className="values"><span className="quiet">{type}</span>{list.map((n) => <button key={n.name} className="mini" onClick={() => take(n.name)}>{n.name}</button>)}</div>)}
      </div>
    </div>,
    document.body,
  );
}
