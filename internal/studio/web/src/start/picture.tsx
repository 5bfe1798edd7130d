import { useEffect, useRef, useState } from "react";
import type { Glimpse } from "../net/wire";
import { ask } from "../state/studio";

const glimpses = new Map<string, Glimpse | null>();
let queue: Promise<unknown> = Promise.resolve(); // one after the other: each opens a file

/** A picture of a file: its world at the beginning. It is asked for when the card can be seen. */
export function Picture({ file }: { file: string }) {
  const [g, setG] = useState(glimpses.get(file));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (g !== undefined || !box.current) return;
    let gone = false;
    const watch = new IntersectionObserver((seen) => {
      if (!seen.some((s) => s.isIntersecting)) return;
      watch.disconnect();
      queue = queue.then(async () => {
        if (gone) return;
        const got = await ask({ op: "glimpse", file }).catch(() => null);
        glimpses.set(file, got);
        setG(got);
      });
    });
    watch.observe(box.current);
    return () => {
      gone = true;
      watch.disconnect();
    };
  }, [file, g]);
  return <div className="picture" ref={box} data-drawn={g === undefined ? undefined : g ? "yes" : "no"}>{g && <Drawing g={g} />}</div>;
}

function Drawing({ g }: { g: Glimpse }) {
  const { min, max, walls, places } = g.land;
  const [w, h] = [Math.max(1, max[0] - min[0]), Math.max(1, max[1] - min[1])];
  const u = Math.max(w / 240, h / 120); // metres of a pixel, about
  return (
    <svg viewBox={`${min[0] - 4 * u} ${min[1] - 4 * u} ${w + 8 * u} ${h + 8 * u}`} aria-hidden>
      <rect x={min[0]} y={min[1]} width={w} height={h} className="ground" />
      {(walls ?? []).map((wall, i) =>
        wall.solid ? (
          <rect key={i} className="wall" x={Math.min(wall.a[0], wall.b[0])} y={Math.min(wall.a[1], wall.b[1])} width={Math.abs(wall.a[0] - wall.b[0])} height={Math.abs(wall.a[1] - wall.b[1])} />
        ) : (
          <line key={i} className="edge" x1={wall.a[0]} y1={wall.a[1]} x2={wall.b[0]} y2={wall.b[1]} strokeWidth={1.5 * u} />
        ),
      )}
      {(places ?? []).map((p, i) => <circle key={i} className="place" cx={p.x} cy={p.y} r={2.2 * u} strokeWidth={u} />)}
      {g.figures.map((f, i) => (
        <circle key={i} className={f.i ? "item" : `figure team${((f.t ?? 0) % 5)}`} cx={f.x} cy={f.y} r={(f.i ? 1.3 : 3.2) * u} />
      ))}
    </svg>
  );
}
