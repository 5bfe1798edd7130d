import type { Graphics } from "pixi.js";
import type { Land } from "../net/wire";
import { colour } from "../state/theme";
import { roundLength } from "./camera";
import { round } from "./shapes";

/** Draws the fixed parts: the ground with a grid, walls, places and cover. Px is the length of a pixel in metres. */
export function paintGround(g: Graphics, land: Land, px: number) {
  g.clear();
  const { min, max, walls, places } = land;
  g.rect(min[0], min[1], max[0] - min[0], max[1] - min[1]).fill(colour("ground"));
  const mesh = roundLength(1 / px, 42);
  for (let x = Math.ceil(min[0] / mesh) * mesh; x < max[0]; x += mesh) g.moveTo(x, min[1]).lineTo(x, max[1]);
  for (let y = Math.ceil(min[1] / mesh) * mesh; y < max[1]; y += mesh) g.moveTo(min[0], y).lineTo(max[0], y);
  g.stroke({ width: px, color: colour("grid") });
  g.rect(min[0], min[1], max[0] - min[0], max[1] - min[1]).stroke({ width: 1.5 * px, color: colour("line") });
  for (const w of walls ?? []) {
    if (w.solid) g.rect(w.a[0], w.a[1], w.b[0] - w.a[0], w.b[1] - w.a[1]).fill(colour("wall")).stroke({ width: px, color: colour("edge"), alignment: 1 });
    else g.moveTo(...w.a).lineTo(...w.b).stroke({ width: Math.max(0.25, 2 * px), color: colour("wall"), cap: "round" });
  }
  for (const p of places ?? []) {
    const r = Math.max(0.35, 5 * px);
    if (p.cover) g.roundRect(p.x - r, p.y - r * 0.6, 2 * r, 1.2 * r, 0.5 * r).fill(colour("wall")).stroke({ width: px, color: colour("edge") });
    else if (p.thing) round(g, p.x, p.y, 5 * px, px).stroke({ width: 1.5 * px, color: colour("dim") });
    else g.roundRect(p.x - 9 * px, p.y - 9 * px, 18 * px, 18 * px, 4 * px).fill(colour("panel")).stroke({ width: 1.5 * px, color: colour("dim") });
  }
}
