import type { Graphics } from "pixi.js";
import type { Eyes } from "../net/wire";
import { colour } from "../state/theme";
import type { Layer } from "./layers";
import { dashedRound, dashes, round } from "./shapes";
import { seen } from "./sightline";

/** Somebody whose mind is drawn, as it is shown. */
export interface Self {
  x: number;
  y: number;
  look: number;
}

export interface Tone {
  /** Length of a pixel in metres. */
  px: number;
  /** How strong lines are: 1 for the chosen one. */
  alpha: number;
  /** It is one of many: only outlines, without walls and dashes. */
  faint: boolean;
  walls: [number, number, number, number][];
  /** Where a character is shown. */
  shownAt(name: string): [number, number] | undefined;
}

/** Draws the layers of one mind. */
export function paintEyes(g: Graphics, self: Self, eyes: Eyes, on: Set<Layer>, t: Tone) {
  if (on.has("cones")) paintCones(g, self, eyes, t);
  if (on.has("ears")) for (const far of eyes.ears ?? []) circle(g, self.x, self.y, far, t, "teal", 0.55, 2, 4);
  if (on.has("reach")) for (const r of eyes.reaches ?? []) circle(g, self.x, self.y, r.range, t, "bad", 0.55, 6, 4);
  if (on.has("memory")) for (const f of eyes.facts ?? []) paintFact(g, f, t);
  if (on.has("places")) paintChoices(g, eyes, t);
  const walked = on.has("way") ? paintWay(g, self, eyes, t) : undefined;
  if (on.has("route")) paintRoute(g, self, eyes, walked, t);
}

function paintCones(g: Graphics, self: Self, eyes: Eyes, t: Tone) {
  for (const c of eyes.cones ?? []) {
    const half = c.angle > 0 ? Math.min(c.angle / 2, Math.PI) : Math.PI;
    const corners = seen(self.x, self.y, self.look - half, self.look + half, c.range, t.faint || eyes.through ? [] : t.walls);
    if (half < Math.PI) corners.push(self.x, self.y);
    g.poly(corners).fill({ color: colour("accent"), alpha: t.faint ? 0.035 : 0.09 }).stroke({ width: t.px, color: colour("accent"), alpha: 0.45 * t.alpha });
  }
}

function paintFact(g: Graphics, f: NonNullable<Eyes["facts"]>[number], t: Tone) {
  const tone = colour(f.sensed ? "accent" : "violet");
  const truly = (f.figure && t.shownAt(f.figure)) || f.truly;
  const [x, y] = f.sensed && f.figure && truly ? truly : [f.x, f.y]; // a sensed object is at its true position
  const alpha = (0.2 + 0.8 * f.confidence) * t.alpha;
  const radius = Math.max(f.spread, (f.sensed ? 7 : 8) * t.px);
  if (f.sensed && t.faint) return; // it is at its true position
  if (!f.sensed) round(g, x, y, radius, t.px).fill({ color: tone, alpha: 0.12 * alpha });
  round(g, x, y, radius, t.px).stroke({ width: 1.3 * t.px, color: tone, alpha });
  if (truly && Math.hypot(truly[0] - x, truly[1] - y) > 4 * t.px) {
    g.moveTo(x, y).lineTo(...truly).stroke({ width: t.px, color: tone, alpha: 0.7 * alpha });
  }
  if (!f.sensed) round(g, x, y, 2 * t.px, t.px).fill({ color: tone, alpha });
}

/** Draws the candidates of queries: refused ones as crosses, the others the larger the better, and a ring around the best. */
function paintChoices(g: Graphics, eyes: Eyes, t: Tone) {
  const top = new Map<string, number>();
  for (const c of eyes.choices ?? []) if (!c.by) top.set(c.query, Math.max(top.get(c.query) ?? 0, c.score));
  for (const c of eyes.choices ?? []) {
    if (c.by) {
      if (t.faint) continue;
      const d = 2.5 * t.px;
      g.moveTo(c.x - d, c.y - d).lineTo(c.x + d, c.y + d).moveTo(c.x + d, c.y - d).lineTo(c.x - d, c.y + d);
      g.stroke({ width: t.px, color: colour("bad"), alpha: 0.45 * t.alpha });
      continue;
    }
    const share = Math.max(0, c.score) / (top.get(c.query) || 1);
    round(g, c.x, c.y, (2 + 4 * share) * t.px, t.px).fill({ color: colour("good"), alpha: (0.15 + 0.55 * share) * t.alpha });
    if (c.best) round(g, c.x, c.y, 9 * t.px, t.px).stroke({ width: 2 * t.px, color: colour("good"), alpha: t.alpha });
  }
}

/** Draws the path, and returns where it ends. */
function paintWay(g: Graphics, self: Self, eyes: Eyes, t: Tone): [number, number] | undefined {
  const way = eyes.way ?? [];
  if (way.length === 0) return undefined;
  g.moveTo(self.x, self.y);
  for (const p of way) g.lineTo(...p);
  g.stroke({ width: (t.faint ? 1 : 2) * t.px, color: colour("accent"), alpha: 0.85 * t.alpha, cap: "round", join: "round" });
  const end = way[way.length - 1]!;
  if (!t.faint) round(g, end[0], end[1], 2.5 * t.px, t.px).fill({ color: colour("accent"), alpha: t.alpha });
  return end;
}

/** Draws the stops of the plan, and lines between them: whole to what runs, broken to what comes. */
function paintRoute(g: Graphics, self: Self, eyes: Eyes, walked: [number, number] | undefined, t: Tone) {
  let at: [number, number] = [self.x, self.y];
  for (const s of eyes.route ?? []) {
    const to: [number, number] = [s.x, s.y];
    const running = s.state === "running";
    const goes = running && walked && Math.hypot(walked[0] - s.x, walked[1] - s.y) < 2.5; // the path leads there
    if (!goes && Math.hypot(to[0] - at[0], to[1] - at[1]) > 2 * t.px) {
      if (running || t.faint) g.moveTo(...at).lineTo(...to);
      else dashes(g, at, to, 5 * t.px, 4 * t.px);
      g.stroke({ width: (running ? 1.5 : 1.2) * t.px, color: colour(running ? "accent" : "plan"), alpha: 0.8 * t.alpha });
    }
    at = to;
  }
  const drawn = new Set<string>();
  for (const s of eyes.route ?? []) {
    const key = `${s.x}/${s.y}`;
    if (drawn.has(key)) continue;
    drawn.add(key);
    const tone = colour(s.state === "running" ? "accent" : "plan");
    const size = t.faint ? 3 : 6;
    g.rect(s.x - size * t.px, s.y - size * t.px, 2 * size * t.px, 2 * size * t.px);
    if (!t.faint) g.fill({ color: tone, alpha: s.state === "running" ? 0.35 : 0.12 });
    g.stroke({ width: 1.4 * t.px, color: tone, alpha: t.alpha });
  }
}

/** Draws a circle of dashes, in pixels. */
function circle(g: Graphics, x: number, y: number, r: number, t: Tone, tone: string, alpha: number, on: number, off: number) {
  const style = { width: t.px * 1.1, color: colour(tone), alpha: alpha * t.alpha };
  if (t.faint) round(g, x, y, r, t.px).stroke({ ...style, width: t.px });
  else {
    dashedRound(g, x, y, r, on * t.px, off * t.px);
    g.stroke(style);
  }
}
