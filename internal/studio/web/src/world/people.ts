import type { Graphics } from "pixi.js";
import { colour } from "../state/theme";
import { arcSteps, type Shape } from "./atlas";
import type { Camera } from "./camera";
import type { Crowd } from "./crowd";
import type { Motion } from "./motion";
import type { Scene } from "./scene";
import { round } from "./shapes";

/** The data of one drawing. */
export interface Shown {
  scene: Scene;
  motion: Motion;
  camera: Camera;
  hovered?: string;
  /** The dragged character, and its target. */
  ghost?: { name: string; at: [number, number] };
}

const teams = ["figure", "team1", "team2", "team3", "team4"];
const items: Record<string, [Shape, string]> = { energy: ["energy", "good"], power: ["power", "warn"], grenade: ["grenade", "bad"] };

/** How large a character is drawn, in metres: as it is, but not too small to be seen. */
export function radiusOf(shown: Shown): number {
  const many = shown.scene.figures.length;
  return Math.max(0.4, (many <= 30 ? 7 : many <= 100 ? 6 : many <= 300 ? 4.5 : 3.2) / shown.camera.scale);
}

/** Draws characters and items, and what marks the chosen one and the one under the pointer. */
export function paintCrowd(crowd: Crowd, marks: Graphics, shown: Shown) {
  const { scene, motion, camera, hovered, ghost } = shown;
  const px = 1 / camera.scale;
  const r = radiusOf(shown);
  const [left, top] = camera.toWorld(-20, -20);
  const [right, bottom] = camera.toWorld(camera.width + 20, camera.height + 20);
  const halo = colour("ground");
  marks.clear();
  crowd.begin();
  scene.figures.forEach((f, i) => {
    const [x, y] = [motion.x[i]!, motion.y[i]!];
    if (x < left || x > right || y < top || y > bottom) return;
    if (f.i) {
      const [shape, tone] = items[f.i] ?? ["other", "dim"];
      crowd.put(shape, x, y, Math.max(0.3, 3.6 * px), colour(tone));
      return;
    }
    const shape = f.f[0] || f.f[1] ? "body" : "disc";
    const tone = colour(teams[(f.t ?? 0) % teams.length] ?? "figure");
    crowd.put("disc", x, y, r + 1.5 * px, halo);
    crowd.put(shape, x, y, r, tone, motion.look[i]!, ghost?.name === f.n ? 0.35 : 1);
    if (f.h >= 0 && f.h < 1) {
      const share = Math.max(1, Math.round(f.h * arcSteps));
      crowd.put(`arc${arcSteps}`, x, y, r, colour("line"));
      crowd.put(`arc${share}`, x, y, r, colour(f.h > 0.6 ? "good" : f.h > 0.3 ? "warn" : "bad"));
    }
    if (f.n === scene.chosen) round(marks, x, y, r * 1.75 + 2 * px, px).stroke({ width: 2 * px, color: colour("text") });
    else if (f.n === hovered) round(marks, x, y, r * 1.75 + 2 * px, px).stroke({ width: 1.2 * px, color: colour("dim") });
    if (f.n === ghost?.name) {
      marks.moveTo(x, y).lineTo(...ghost.at).stroke({ width: px, color: colour("text"), alpha: 0.7 });
      crowd.put(shape, ghost.at[0], ghost.at[1], r, tone, motion.look[i]!, 0.8);
      round(marks, ...ghost.at, r * 1.75 + 2 * px, px).stroke({ width: 1.5 * px, color: colour("text"), alpha: 0.7 });
    }
  });
  crowd.end();
}
