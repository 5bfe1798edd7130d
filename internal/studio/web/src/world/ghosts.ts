import type { Graphics } from "pixi.js";
import type { Figure } from "../net/wire";
import { mark } from "../state/fork";
import { colour } from "../state/theme";
import type { Labels } from "./labels";
import { radiusOf, type Shown } from "./people";
import { dashes, round } from "./shapes";

/** Nearer than this, in metres, a character counts as in the same place on both sides of a fork. */
const near = 0.05;
/** So many ghosts have their names shown; of more only the chosen one has. */
const named = 12;

/** A character where it is with the change; undefined: it is not there with the change, or not without it. */
interface Ghost {
  name: string;
  as?: [number, number];
  but?: [number, number];
  look: number;
}

/** The characters that are elsewhere on the other side of a fork, or on one side only. */
export function ghostsOf({ scene, motion }: Pick<Shown, "scene" | "motion">): Ghost[] {
  if (!scene.other) return [];
  const out: Ghost[] = [];
  const there = new Set<string>();
  for (const f of scene.other) {
    if (!f.n || f.i) continue;
    there.add(f.n);
    const i = motion.place(f.n);
    const as: [number, number] | undefined = i === undefined ? undefined : [motion.x[i]!, motion.y[i]!];
    if (!as || Math.hypot(as[0] - f.x, as[1] - f.y) > near) out.push({ name: f.n, ...(as && { as }), but: [f.x, f.y], look: turn(f) });
  }
  scene.figures.forEach((f, i) => {
    if (f.n && !f.i && !there.has(f.n)) out.push({ name: f.n, as: [motion.x[i]!, motion.y[i]!], look: 0 });
  });
  return out;
}

function turn(f: Figure): number {
  return f.f[0] || f.f[1] ? Math.atan2(f.f[1], f.f[0]) : 0;
}

/** Draws where characters are with the change: a ring with its direction, joined to the one without; a cross over who is not there. */
export function paintGhosts(g: Graphics, shown: Shown, list: Ghost[]) {
  g.clear();
  const px = 1 / shown.camera.scale;
  const r = radiusOf(shown);
  const tone = colour("violet");
  for (const { as, but, look } of list) {
    if (as && but && Math.hypot(as[0] - but[0], as[1] - but[1]) > r) {
      dashes(g, as, but, 5 * px, 4 * px);
      g.stroke({ width: 1.2 * px, color: tone, alpha: 0.8 });
    }
    if (but) {
      round(g, ...but, r, px).fill({ color: tone, alpha: 0.3 }).stroke({ width: 2 * px, color: tone });
      g.moveTo(...but).lineTo(but[0] + Math.cos(look) * r * 1.6, but[1] + Math.sin(look) * r * 1.6).stroke({ width: 2 * px, color: tone });
    } else if (as) {
      const d = r * 1.2;
      g.moveTo(as[0] - d, as[1] - d).lineTo(as[0] + d, as[1] + d).moveTo(as[0] + d, as[1] - d).lineTo(as[0] - d, as[1] + d).stroke({ width: 2.5 * px, color: tone });
    }
  }
}

/** Names ghosts. */
export function tellGhosts(labels: Labels, { scene, motion, camera }: Shown, list: Ghost[]) {
  const r = radiusOf({ scene, motion, camera }) * camera.scale;
  for (const { name, but } of list) {
    if (!but || (list.length > named && name !== scene.chosen)) continue;
    const [x, y] = camera.toScreen(...but);
    labels.add({ key: `ghost ${name}`, lines: [mark + name], x, y, gap: r * 1.5 + 3, tone: "ghost", rank: name === scene.chosen ? 11 : 4, sides: ["above", "right", "left", "below"] });
  }
}
