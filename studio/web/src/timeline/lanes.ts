import type { Entry } from "../net/types";
import { colour } from "../state/theme";

/** The stretch of time that is shown, in ticks. */
export interface Span {
  from: number;
  to: number;
  tps: number;
}

interface Marks {
  now: number;
  first: number;
  tick?: number;
  agent?: string;
}

const left = 132;
const right = 12;
const head = 18;
const lane = 14;

/** Draws events as bars (steps, from their start to their end) and marks. */
export class Lanes {
  private byAgent = new Map<string, Entry[]>();

  constructor(
    entries: Entry[],
    private names: string[],
  ) {
    for (const n of names) this.byAgent.set(n, []);
    for (const e of entries) this.byAgent.get(e.agent)?.push(e);
  }

  tickAt(x: number, width: number, s: Span): number {
    return s.from + ((x - left) / (width - left - right)) * (s.to - s.from);
  }

  laneAt(y: number): string | undefined {
    return y < head ? undefined : this.names[Math.floor((y - head) / lane)];
  }

  /** The event nearest to a place, if there is one nearby. */
  near(tick: number, y: number, s: Span, width: number): Entry | undefined {
    const list = this.byAgent.get(this.laneAt(y) ?? "");
    const reach = ((s.to - s.from) / (width - left - right)) * 6;
    let best: Entry | undefined;
    for (const e of list ?? []) if (Math.abs(e.tick - tick) <= reach && (!best || Math.abs(e.tick - tick) <= Math.abs(best.tick - tick))) best = e;
    return best;
  }

  draw(canvas: HTMLCanvasElement, s: Span, m: Marks) {
    const ratio = window.devicePixelRatio;
    const { width, height } = canvas.getBoundingClientRect();
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const c = canvas.getContext("2d")!;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    const x = (tick: number) => left + ((tick - s.from) / (s.to - s.from)) * (width - left - right);
    this.axis(c, s, x, width, height);
    c.font = "11px system-ui, sans-serif";
    this.names.forEach((n, i) => {
      const y = head + i * lane;
      c.fillStyle = colour(n === m.agent ? "accent" : "dim");
      c.fillText(n.length > 19 ? `${n.slice(0, 18)}…` : n, 10, y + 10);
      c.save();
      c.beginPath();
      c.rect(left, y, width - left - right, lane);
      c.clip();
      this.lane(c, this.byAgent.get(n) ?? [], y, x, s, m.now);
      c.restore();
    });
    this.cursor(c, x(m.now), height, colour("dim"));
    if (m.first > s.from) {
      c.fillStyle = colour("veil");
      c.fillRect(left, head, Math.max(0, x(m.first) - left), height - head);
    }
    if (m.tick !== undefined) this.cursor(c, x(m.tick), height, colour("accent"));
  }

  private axis(c: CanvasRenderingContext2D, s: Span, x: (tick: number) => number, width: number, height: number) {
    const seconds = (s.to - s.from) / s.tps;
    const step = [0.5, 1, 2, 5, 10, 30, 60, 120, 300].find((n) => seconds / n <= 14) ?? 600;
    c.font = "10px system-ui, sans-serif";
    c.fillStyle = colour("dim");
    c.strokeStyle = colour("line");
    c.lineWidth = 1;
    for (let t = Math.ceil(s.from / s.tps / step) * step; t * s.tps <= s.to; t += step) {
      const at = Math.round(x(t * s.tps)) + 0.5;
      c.beginPath();
      c.moveTo(at, 14);
      c.lineTo(at, height);
      c.stroke();
      if (at < width - 150) c.fillText(`${t}s`, at + 3, 11);
    }
  }

  private lane(c: CanvasRenderingContext2D, list: Entry[], y: number, x: (tick: number) => number, s: Span, now: number) {
    let open: Entry | undefined;
    const bar = (e: Entry, to: number, tone: string) => {
      if (to < s.from || e.tick > s.to) return;
      c.fillStyle = colour(tone);
      c.globalAlpha = 0.55;
      c.fillRect(x(e.tick), y + 4, Math.max(1.5, x(to) - x(e.tick) - 1), lane - 7);
      c.globalAlpha = 1;
    };
    for (const e of list) {
      if (e.kind === "step started") open = e;
      if (open && (e.kind === "step ended" || e.kind === "step failed" || e.kind === "step aborted")) {
        bar(open, e.tick, e.kind === "step ended" ? "good" : e.kind === "step failed" ? "bad" : "warn");
        open = undefined;
      }
      if (e.tick < s.from || e.tick > s.to) continue;
      const tone = markTone(e);
      if (!tone) continue;
      c.fillStyle = colour(tone);
      c.fillRect(x(e.tick) - 1, y + 2, 2, lane - 3);
    }
    if (open) bar(open, now, "accent");
  }

  private cursor(c: CanvasRenderingContext2D, at: number, height: number, tone: string) {
    c.strokeStyle = tone;
    c.lineWidth = 1.5;
    c.beginPath();
    c.moveTo(at, 0);
    c.lineTo(at, height);
    c.stroke();
  }
}

function markTone(e: Entry): string | undefined {
  if (e.family === "goal") return e.kind === "want chosen" || e.kind.startsWith("order") ? "violet" : e.kind === "goal failed" ? "bad" : undefined;
  if (e.family === "tree") return e.kind.includes("abort") ? "bad" : e.kind.includes("start") ? "teal" : undefined;
  if (e.kind === "plan adopted" || e.kind === "plan merged" || e.kind === "plan repaired") return "accent";
  if (e.kind === "plan none" || e.kind === "plan limit" || e.kind === "plan failed") return "bad";
  return undefined;
}
