/** The displayed range of time, in ticks, and its position on the canvas. */
export interface Span {
  from: number;
  to: number;
  tps: number;
}

export const left = 150;
const right = 10;
export const head = 20;

export const shortest = 2;
export const longest = 3600;

export function xOf(tick: number, width: number, s: Span): number {
  return left + ((tick - s.from) / (s.to - s.from)) * (width - left - right);
}

export function tickOf(x: number, width: number, s: Span): number {
  return s.from + ((x - left) / (width - left - right)) * (s.to - s.from);
}

/** The number of ticks per pixel. */
export function ticksOf(width: number, s: Span): number {
  return (s.to - s.from) / Math.max(1, width - left - right);
}

/**
 * The stretch that is shown: until now when following, else so that it ends at a tick; it has the moment in it that is looked at. Of a recording, whose last tick is
 * known, what comes is shown too.
 */
export function spanOf(seconds: number, tps: number, now: number, end: number | undefined, tick: number | undefined, last?: number): Span {
  const length = Math.max(1, seconds * tps);
  let to = end ?? (last === undefined ? now + length * 0.02 : Math.min(now + length * 0.5, last + length * 0.02));
  if (end === undefined && tick !== undefined && (tick < to - length || tick > to)) to = tick + length / 4;
  to = Math.max(length, Math.min(to, (last ?? now) + length * 0.5));
  return { from: to - length, to, tps };
}

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800];

/** The times that the axis names, so far apart that they can be read. */
export function ticksAlong(s: Span, width: number): { tick: number; text: string }[] {
  const seconds = (s.to - s.from) / s.tps;
  const most = Math.max(2, Math.floor((width - left) / 70));
  const step = steps.find((n) => seconds / n <= most) ?? 3600;
  const out = [];
  for (let i = Math.ceil(Math.max(0, s.from) / s.tps / step - 1e-9); i * step * s.tps <= s.to; i++) out.push({ tick: i * step * s.tps, text: clock(i * step, step) });
  return out;
}

/** A time as an axis has it, whose times lie so many seconds apart: "1:05", "1:05.5", "12s", "0.4s". */
export function clock(seconds: number, step: number): string {
  if (seconds >= 60) return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(step < 1 ? 1 : 0).padStart(step < 1 ? 4 : 2, "0")}`;
  return `${Number(seconds.toFixed(1))}s`;
}
