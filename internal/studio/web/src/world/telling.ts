import type { Eyes, Land } from "../net/wire";
import type { Labels, Side } from "./labels";
import { radiusOf, type Shown } from "./people";

/** So many characters in view have their names shown; of more only those that matter. */
const manyNames = 60;
/** From this many pixels per metre on, every character's action is shown. */
const nearBy = 16;
const around: Side[] = ["below", "above", "right", "left"];

/** Adds the texts of a drawing, with the areas that they must not cover. */
export function tellLabels(labels: Labels, shown: Shown, land: Land) {
  const { scene, camera } = shown;
  for (const p of land.places ?? []) {
    const [x, y] = camera.toScreen(p.x, p.y);
    if (p.cover && camera.scale < nearBy) continue;
    const size = p.cover || p.thing ? 7 : 11;
    labels.add({ key: `place ${p.name}`, lines: [p.name], x, y, gap: size, tone: "place", rank: p.cover ? 0.5 : 5, sides: ["above", "below", "right", "left"] });
    if (!p.cover) labels.avoid(x, y, size);
  }
  tellNames(labels, shown);
  if (!scene.eyes) return;
  if (scene.on.has("route")) tellRoute(labels, shown, scene.eyes);
  if (scene.on.has("places")) tellChoices(labels, shown, scene.eyes);
  if (scene.on.has("memory")) tellFacts(labels, shown, scene.eyes);
  tellRings(labels, shown, scene.eyes);
}

function tellNames(labels: Labels, shown: Shown) {
  const { scene, motion, camera, hovered, ghost } = shown;
  const r = radiusOf(shown) * camera.scale;
  const inView: number[] = [];
  scene.figures.forEach((f, i) => {
    const [x, y] = camera.toScreen(motion.x[i]!, motion.y[i]!);
    if (f.n && x > 0 && x < camera.width && y > 0 && y < camera.height) inView.push(i);
  });
  const few = inView.length <= manyNames;
  for (const i of inView) {
    const f = scene.figures[i]!;
    const [x, y] = camera.toScreen(motion.x[i]!, motion.y[i]!);
    const words = scene.said.get(f.n);
    if (words) labels.add({ key: `said ${f.n}`, lines: [words], x, y, gap: r * 1.5 + 8, tone: "said", rank: 15, sides: ["above", "right", "left", "below"] });
    const matters = f.n === scene.chosen || f.n === hovered;
    if (few) labels.avoid(x, y, r);
    if (!matters && !(few && scene.on.has("names"))) continue;
    const lines = [f.n];
    const doing = scene.doing.get(f.n);
    if (doing && (matters || camera.scale >= nearBy)) lines.push(short(doing));
    const rank = f.n === scene.chosen ? 12 : f.n === hovered ? 11 : 3;
    labels.add({ key: f.n, lines, x, y, gap: r * 1.5 + (matters ? 6 : 2), tone: f.n === scene.chosen ? "own" : matters ? "hovered" : "name", rank, sides: around });
  }
  tellPiles(labels, shown, inView);
  if (!ghost) return;
  const from = motion.place(ghost.name);
  if (from === undefined) return;
  const far = Math.hypot(motion.x[from]! - ghost.at[0], motion.y[from]! - ghost.at[1]);
  const [x, y] = camera.toScreen(...ghost.at);
  labels.add({ key: "ghost", lines: [`${far.toFixed(1)} m`], x, y, gap: r * 1.5 + 6, tone: "hovered", rank: 20, sides: ["above", "below", "right", "left"] });
}

/** How many characters are in one place, where one covers the others; with their names at the one under the pointer. */
function tellPiles(labels: Labels, { scene, motion, camera, hovered, ghost }: Shown, inView: number[]) {
  const r = 0.5 * radiusOf({ scene, motion, camera }) * camera.scale;
  const cells = new Map<string, number[][]>(); // piles by the place of their first character
  const piles: number[][] = [];
  for (const i of inView) {
    if (scene.figures[i]!.n === ghost?.name) continue;
    const [x, y] = camera.toScreen(motion.x[i]!, motion.y[i]!);
    const [cx, cy] = [Math.floor(x / r), Math.floor(y / r)];
    let found: number[] | undefined;
    for (let dx = -1; dx <= 1 && !found; dx++)
      for (let dy = -1; dy <= 1 && !found; dy++)
        found = cells.get(`${cx + dx}/${cy + dy}`)?.find((p) => {
          const [px, py] = camera.toScreen(motion.x[p[0]!]!, motion.y[p[0]!]!);
          return Math.hypot(px - x, py - y) < r;
        });
    if (found) found.push(i);
    else {
      const pile = [i];
      piles.push(pile);
      cells.set(`${cx}/${cy}`, [...(cells.get(`${cx}/${cy}`) ?? []), pile]);
    }
  }
  for (const pile of piles) {
    if (pile.length < 2) continue;
    const [x, y] = camera.toScreen(motion.x[pile[0]!]!, motion.y[pile[0]!]!);
    const who = pile.map((i) => scene.figures[i]!.n);
    const all = hovered !== undefined && who.includes(hovered);
    const listed = who.length > 12 ? [...who.slice(0, 11), `and ${who.length - 11} more`] : who;
    labels.add({ key: `pile ${who[0]}`, lines: [`${pile.length} here`, ...(all ? listed : [])], x, y, gap: 2 * r + 4, tone: "pile", rank: all ? 14 : 9.5, sides: ["right", "left", "above", "below"] });
  }
}

/** The stops of the plan, numbered; those at one place have one label. */
function tellRoute(labels: Labels, { camera }: Shown, eyes: Eyes) {
  const stops = new Map<string, { x: number; y: number; lines: string[]; running: boolean }>();
  (eyes.route ?? []).forEach((s, i) => {
    const [x, y] = camera.toScreen(s.x, s.y);
    const key = `${Math.round(x / 6)}/${Math.round(y / 6)}`;
    const at = stops.get(key) ?? { x, y, lines: [], running: false };
    at.lines.push(`${i + 1} ${short(s.text)}`);
    at.running ||= s.state === "running";
    stops.set(key, at);
  });
  let n = 0;
  for (const { x, y, lines, running } of stops.values()) {
    const some = lines.length > 4 ? [...lines.slice(0, 3), `and ${lines.length - 3} more`] : lines;
    labels.add({ key: `stop ${n++}`, lines: some, x, y, gap: 14, tone: running ? "stop running" : "stop", rank: running ? 9 : 8, sides: ["right", "left", "below", "above"] });
  }
}

/** The age and the subject of a memory; beliefs about one place have one label. */
function tellFacts(labels: Labels, { scene, camera }: Shown, eyes: Eyes) {
  const beliefs = new Map<string, { x: number; y: number; lines: string[] }>();
  for (const f of eyes.facts ?? []) {
    if (f.sensed) continue;
    const [x, y] = camera.toScreen(f.x, f.y);
    if (f.belief) {
      const key = `${Math.round(x / 6)}/${Math.round(y / 6)}`;
      const at = beliefs.get(key) ?? { x, y, lines: [] };
      at.lines.push(f.name);
      beliefs.set(key, at);
      continue;
    }
    labels.avoid(x, y, 7);
    const name = f.figure ?? (camera.scale >= nearBy ? f.name : "");
    labels.add({ key: `fact ${f.name}`, lines: [`${name && scene.on.has("names") ? `${name} · ` : ""}${f.seconds.toFixed(1)}s ago`], x, y, gap: 9, tone: "fact",
      rank: 4 + f.confidence + (f.figure ? 0.8 : 0), sides: ["right", "left", "above", "below"] });
  }
  for (const [key, { x, y, lines }] of beliefs) {
    const some = lines.length > 4 ? [...lines.slice(0, 3), `and ${lines.length - 3} more`] : lines;
    labels.add({ key: `belief ${key}`, lines: some, x, y, gap: 12, tone: "fact", rank: 7, sides: ["right", "left", "below", "above"] });
  }
}

/** The scores of candidates, and, near by, what refused the others. */
function tellChoices(labels: Labels, { camera }: Shown, eyes: Eyes) {
  (eyes.choices ?? []).forEach((c, i) => {
    if (c.by && camera.scale < nearBy) return;
    const [x, y] = camera.toScreen(c.x, c.y);
    const text = c.best ? `${c.query} ${c.score.toFixed(2)}` : c.by ?? c.score.toFixed(2);
    labels.add({ key: `choice ${i}`, lines: [text], x, y, gap: c.best ? 11 : 7, tone: c.best ? "choice best" : c.by ? "choice refused" : "choice", rank: c.best ? 9 : c.by ? 0.2 : 1 + c.score / 10, sides: ["right", "left", "above", "below"] });
  });
}

/** The meanings of circles. */
function tellRings(labels: Labels, { scene, motion, camera }: Shown, eyes: Eyes) {
  const i = motion.place(scene.chosen);
  if (i === undefined) return;
  const [x, y] = camera.toScreen(motion.x[i]!, motion.y[i]!);
  const ring = (key: string, text: string, metres: number, angle: number, tone: string) => {
    const r = metres * camera.scale;
    if (r < 24) return;
    for (const [k, a] of [angle, angle + Math.PI / 2, angle + Math.PI, angle - Math.PI / 2].entries()) {
      const [px, py] = [x + r * Math.cos(a), y + r * Math.sin(a)];
      if (px < 40 || px > camera.width - 40 || py < 10 || py > camera.height - 10) continue;
      labels.add({ key: `${key} ${k}`, lines: [text], x: px, y: py, gap: 0, tone, rank: 6, sides: ["middle"] });
      return;
    }
  };
  if (scene.on.has("reach")) (eyes.reaches ?? []).forEach((r, k) => ring(`reach ${k}`, `${r.name} ${metre(r.range)}`, r.range, -0.7, "reach"));
  if (scene.on.has("ears")) (eyes.ears ?? []).forEach((far, k) => ring(`ears ${k}`, `hears ${metre(far)}`, far, 0.7, "ears"));
}

function metre(n: number): string {
  return `${Number(n.toFixed(1))} m`;
}

/** A text with few decimals, and not too long. */
export function short(text: string, longest = 34): string {
  text = text.replace(/-?\d+\.\d{2,}/g, (n) => String(Number(Number(n).toFixed(1))));
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
