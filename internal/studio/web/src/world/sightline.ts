import type { Land } from "../net/wire";

type Segment = [number, number, number, number];

/** The lines that stop a look: walls, the sides of solid ones, and those of the land. */
export function segmentsOf(land: Land): Segment[] {
  const out: Segment[] = [];
  const sides = land.max[0] > land.min[0] ? [{ a: land.min, b: land.max, solid: true }] : [];
  for (const { a, b, solid } of [...sides, ...(land.walls ?? [])]) {
    if (solid) out.push([a[0], a[1], b[0], a[1]], [b[0], a[1], b[0], b[1]], [b[0], b[1], a[0], b[1]], [a[0], b[1], a[0], a[1]]);
    else out.push([a[0], a[1], b[0], b[1]]);
  }
  return out;
}

const step = Math.PI / 60;
const beside = 1e-4;

/** The corners of the visible area from a point, from one angle to another, as far as walls let it: for drawing as a polygon. */
export function seen(x: number, y: number, from: number, to: number, range: number, walls: Segment[]): number[] {
  const near = walls.filter((s) => Math.min(s[0], s[2]) < x + range && Math.max(s[0], s[2]) > x - range && Math.min(s[1], s[3]) < y + range && Math.max(s[1], s[3]) > y - range);
  const angles: number[] = [];
  const n = Math.max(2, Math.ceil((to - from) / step));
  for (let i = 0; i <= n; i++) angles.push(from + ((to - from) * i) / n);
  for (const s of near) {
    for (const k of [0, 2]) {
      const turn = Math.atan2(s[k + 1]! - y, s[k]! - x) - from;
      const a = from + (((turn % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI));
      if (a < to) angles.push(a - beside, a, a + beside);
    }
  }
  angles.sort((a, b) => a - b);
  const out: number[] = [];
  for (const a of angles) {
    const [dx, dy] = [Math.cos(a), Math.sin(a)];
    let far = range;
    for (const s of near) far = Math.min(far, hit(x, y, dx, dy, s));
    out.push(x + dx * far, y + dy * far);
  }
  return out;
}

/** How far along a ray a line stands. */
function hit(x: number, y: number, dx: number, dy: number, [ax, ay, bx, by]: Segment): number {
  const [ex, ey] = [bx - ax, by - ay];
  const d = dx * ey - dy * ex;
  if (d === 0) return Infinity;
  const t = ((ax - x) * ey - (ay - y) * ex) / d;
  const u = ((ax - x) * dy - (ay - y) * dx) / d;
  return t >= 0 && u >= 0 && u <= 1 ? t : Infinity;
}
