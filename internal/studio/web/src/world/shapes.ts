import type { Graphics } from "pixi.js";

/** A circle that is round at any scale; px is the length of a pixel in metres. Fill or stroke it afterwards. */
export function round(g: Graphics, x: number, y: number, radius: number, px: number): Graphics {
  const n = Math.min(160, Math.max(12, Math.ceil(6 * Math.sqrt(radius / px))));
  const points: number[] = [];
  for (let i = 0; i < n; i++) {
    const a = (2 * Math.PI * i) / n;
    points.push(x + radius * Math.cos(a), y + radius * Math.sin(a));
  }
  return g.poly(points, true);
}

/** A broken line. */
export function dashes(g: Graphics, from: [number, number], to: [number, number], on: number, off: number) {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [dx, dy] = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
  const length = Math.max(on + off, far / 200);
  for (let d = 0; d < far; d += length) {
    const end = Math.min(far, d + (length * on) / (on + off));
    g.moveTo(from[0] + dx * d, from[1] + dy * d).lineTo(from[0] + dx * end, from[1] + dy * end);
  }
}

/** A broken circle. */
export function dashedRound(g: Graphics, x: number, y: number, radius: number, on: number, off: number) {
  const n = Math.min(240, Math.max(8, Math.round((2 * Math.PI * radius) / (on + off))));
  const turn = (2 * Math.PI) / n;
  for (let i = 0; i < n; i++) {
    const a = i * turn;
    const b = a + (turn * on) / (on + off);
    g.moveTo(x + radius * Math.cos(a), y + radius * Math.sin(a)).lineTo(x + radius * Math.cos(b), y + radius * Math.sin(b));
  }
}
