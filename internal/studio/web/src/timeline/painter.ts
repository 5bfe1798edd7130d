import type { Bar, Bookmark, Mark } from "../net/wire";
import { colour } from "../state/theme";
import { foldedHeight, foldedTrack, rowHeight, trackNames, type LanePlace } from "./layout";
import { head, left, ticksAlong, xOf, type Span } from "./span";
import { brief } from "../parts/value";
import { isOther, ownerOf } from "../state/fork";

export interface Scene {
  span: Span;
  lanes: LanePlace[];
  /** How far the lanes are scrolled down. */
  top: number;
  now: number;
  /** Of a recording: the last tick. */
  last?: number;
  first: number;
  /** Before this tick events are not kept any more. */
  kept: number;
  tick?: number;
  agent?: string;
  pinned: ReadonlySet<string>;
  hover?: number;
  bookmarks: Bookmark[];
  hit?: number;
  /** Where the run is forked, where its sides first differ, and where each character does. */
  fork?: { tick: number; first?: number; differ: ReadonlyMap<string, number> };
}

const font = "system-ui, sans-serif";
const kinds: Record<string, string> = { merged: "violet", repaired: "warn" };

/** Draws the lanes that can be seen. */
export function paint(canvas: HTMLCanvasElement, s: Scene) {
  const ratio = window.devicePixelRatio;
  const { width, height } = canvas.getBoundingClientRect();
  if (width === 0 || height === 0) return;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const c = canvas.getContext("2d")!;
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, width, height);
  c.textBaseline = "alphabetic";
  const x = (tick: number) => xOf(tick, width, s.span);
  axis(c, s, x, width, height);
  c.save();
  c.beginPath();
  c.rect(0, head, width, height - head);
  c.clip();
  for (const p of s.lanes) {
    const y = head + p.y - s.top;
    if (y + p.height < head || y > height) continue;
    if (p.name === s.agent) {
      c.fillStyle = colour("tint");
      c.fillRect(0, y, width, p.height);
    }
    if (isOther(p.name)) {
      c.fillStyle = colour("violet");
      c.globalAlpha = 0.1;
      c.fillRect(0, y, width, p.height);
      c.globalAlpha = 1;
    }
    names(c, p, y, s);
    c.save();
    c.beginPath();
    c.rect(left, y, width - left, p.height);
    c.clip();
    lane(c, p, y, x, s, width);
    if (s.fork) apart(c, p, y, x, s.fork);
    c.restore();
    c.fillStyle = colour("line");
    c.globalAlpha = 0.5;
    c.fillRect(0, y + p.height - 1, width, 1);
    c.globalAlpha = 1;
  }
  c.restore();
  forgotten(c, s, x, width, height);
  if (s.fork) fork(c, s.fork, x, width, height);
  if (s.hover !== undefined) line(c, x(s.hover), height, colour("faint"), 1);
  line(c, x(s.now), height, colour("dim"), 1);
  if (s.tick !== undefined) playhead(c, x(s.tick), height);
}

function names(c: CanvasRenderingContext2D, p: LanePlace, y: number, s: Scene) {
  c.font = `${p.name === s.agent ? "600 " : ""}12px ${font}`;
  c.fillStyle = colour(p.name === s.agent ? "accent" : "dim");
  c.fillText(p.tracks.length > 0 ? "▾" : "▸", 6, y + 12.5);
  c.fillText(fitted(c, p.name, left - 38), 20, y + 12.5);
  if (s.pinned.has(p.name)) {
    c.fillStyle = colour("warn");
    c.fillText("●", left - 16, y + 12.5);
  }
  c.font = `12px ${font}`;
  c.fillStyle = colour("dim");
  for (const t of p.tracks) {
    c.textAlign = "right";
    c.fillText(trackNames[t.track], left - 10, y + t.y + 11.5);
    c.textAlign = "left";
  }
}

function lane(c: CanvasRenderingContext2D, p: LanePlace, y: number, x: (tick: number) => number, s: Scene, width: number) {
  const folded = foldedTrack(p);
  for (const b of p.bars) {
    if (b.k === folded && p.tracks.length === 0) bar(c, b, y + 4, foldedHeight - 7, x, s, width, false);
    const t = p.tracks.find((t) => t.track === b.k);
    if (t) bar(c, b, y + t.y + (b.r ?? 0) * rowHeight + 1, rowHeight - 2, x, s, width, true);
  }
  for (const m of p.marks) {
    const at = x(m.a);
    if (at < left - 4 || at > width + 4) continue;
    const t = p.tracks.find((t) => t.track === m.k);
    if (t) mark(c, m, at, y + t.y + 1, rowHeight - 2);
    else if (p.tracks.length === 0 && m.k !== "percept" && (m.c === "bad" || m.k === "order")) mark(c, m, at, y + 3, foldedHeight - 6);
  }
}

function bar(c: CanvasRenderingContext2D, b: Bar, y: number, h: number, x: (tick: number) => number, s: Scene, width: number, texts: boolean) {
  const from = Math.max(left - 1, x(b.a));
  const to = Math.min(width + 1, x(b.b < 0 ? Math.max(s.last ?? s.now, b.a) : Math.max(b.b, b.a)));
  if (to < left || from > width) return;
  const w = Math.max(1.5, to - from - 1);
  const tone = b.k === "plan" && b.v && kinds[b.v] ? kinds[b.v]! : b.k === "want" ? "violet" : b.k === "goal" ? "teal" : b.c ?? "accent";
  c.fillStyle = colour(tone);
  c.globalAlpha = b.b < 0 ? 0.4 : 0.3; // fainter than the text on it needs
  c.fillRect(from, y, w, h);
  c.globalAlpha = 1;
  if (from >= left && !b.e) c.fillRect(from, y, 1.5, h); // where it began
  if (b.c && b.b >= 0 && to <= width) {
    c.fillStyle = colour(b.c);
    c.fillRect(Math.max(from, to - 3), y, 2, h); // how it ended
  }
  if (texts && w > 26) {
    c.font = `12px ${font}`;
    c.fillStyle = colour("text");
    c.fillText(fitted(c, b.t, w - 8), from + 5, y + h - 2.5);
  }
}

function mark(c: CanvasRenderingContext2D, m: Mark, at: number, y: number, h: number) {
  c.fillStyle = colour(m.c ?? (m.k === "order" ? "violet" : "dim"));
  if (m.k === "percept") {
    const r = m.v === "promoted" ? 2 : 3;
    c.beginPath();
    c.arc(at, y + h / 2, r, 0, Math.PI * 2);
    if (m.v === "lost" || m.v === "missed") {
      c.strokeStyle = c.fillStyle;
      c.lineWidth = 1.2;
      c.stroke();
    } else c.fill();
    return;
  }
  if (m.k === "order") {
    c.beginPath();
    c.moveTo(at, y + 1);
    c.lineTo(at + 4, y + h / 2);
    c.lineTo(at, y + h - 1);
    c.lineTo(at - 4, y + h / 2);
    c.fill();
    return;
  }
  if (m.v === "plan kept") c.fillRect(at - 0.5, y - 1, 1, 3); // it is reported at every planning; above the text
  else c.fillRect(at - 1, y, 2, h);
}

/** Where a character first does something else on the other side of a fork. */
function apart(c: CanvasRenderingContext2D, p: LanePlace, y: number, x: (tick: number) => number, f: NonNullable<Scene["fork"]>) {
  const tick = f.differ.get(ownerOf(p.name));
  if (tick === undefined || x(tick) < left) return;
  c.fillStyle = colour("violet");
  c.fillRect(x(tick) - 1, y, 2, p.height);
}

/** The moment of a fork, and the first difference of its sides. */
function fork(c: CanvasRenderingContext2D, f: NonNullable<Scene["fork"]>, x: (tick: number) => number, width: number, height: number) {
  const sign = (tick: number, text: string) => {
    const at = x(tick);
    if (at < left || at > width) return;
    line(c, at, height, colour("violet"), 1.5, tick === f.first ? [] : [4, 3]);
    c.font = `600 12px ${font}`;
    const w = c.measureText(text).width;
    c.fillStyle = colour("panel");
    c.fillRect(at + 1, 1, w + 6, 15);
    c.fillStyle = colour("violet");
    c.fillText(text, at + 4, 12);
  };
  sign(f.tick, "⇉");
  if (f.first !== undefined) sign(f.first, "≠");
}

/** The most pixels that the note of a bookmark takes above the lanes. */
const noteWidth = 180;

/** The scale of time, where no bookmark or sign of a fork hides it, and the bookmarks. */
function axis(c: CanvasRenderingContext2D, s: Scene, x: (tick: number) => number, width: number, height: number) {
  c.font = `12px ${font}`;
  c.lineWidth = 1;
  const flags = [
    ...s.bookmarks.map((b) => [x(b.tick) - 2, x(b.tick) + (b.note ? 15 + c.measureText(fitted(c, b.note, noteWidth)).width : 11)] as const),
    ...(s.fork ? [s.fork.tick, s.fork.first] : []).flatMap((t) => (t === undefined ? [] : [[x(t), x(t) + 20] as const])),
  ];
  for (const t of ticksAlong(s.span, width)) {
    const at = Math.round(x(t.tick)) + 0.5;
    if (at < left) continue;
    c.strokeStyle = colour("line");
    c.beginPath();
    c.moveTo(at, 14);
    c.lineTo(at, height);
    c.stroke();
    c.fillStyle = colour("dim");
    if (at < width - 36 && !flags.some(([from, to]) => from < at + 3 + c.measureText(t.text).width && at < to)) c.fillText(t.text, at + 3, 12);
  }
  c.fillStyle = colour("line");
  c.fillRect(0, head - 1, width, 1);
  for (const b of s.bookmarks) flag(c, x(b.tick), b.note ?? "", width, height);
  if (s.hit !== undefined && x(s.hit) >= left) {
    c.fillStyle = colour("bad");
    c.beginPath();
    c.arc(x(s.hit), head - 5, 3.5, 0, Math.PI * 2);
    c.fill();
  }
}

function flag(c: CanvasRenderingContext2D, at: number, note: string, width: number, height: number) {
  if (at < left || at > width) return;
  line(c, at, height, colour("warn"), 1, [2, 3]);
  c.fillStyle = colour("warn");
  c.beginPath();
  c.moveTo(at, 1);
  c.lineTo(at + 9, 4.5);
  c.lineTo(at, 8);
  c.fill();
  c.fillRect(at - 0.5, 1, 1.5, head - 2);
  if (!note) return;
  c.font = `12px ${font}`;
  const text = fitted(c, note, noteWidth);
  c.fillStyle = colour("panel");
  c.fillRect(at + 9, 1, c.measureText(text).width + 6, 14);
  c.fillStyle = colour("warn");
  c.fillText(text, at + 12, 11.5);
}

/** Unknown parts are veiled: states before first, events before kept. */
function forgotten(c: CanvasRenderingContext2D, s: Scene, x: (tick: number) => number, width: number, height: number) {
  const until = Math.min(width, x(s.first));
  if (until > left) {
    c.fillStyle = colour("veil");
    c.fillRect(left, head, until - left, height - head);
  }
  const kept = Math.min(width, x(s.kept));
  if (s.kept > 0 && kept > left) {
    c.font = `12px ${font}`;
    c.fillStyle = colour("faint");
    c.textAlign = "right";
    if (kept - left > 150) c.fillText("earlier events are not kept", kept - 6, height - 5);
    c.textAlign = "left";
    line(c, kept, height, colour("faint"), 1, [3, 3]);
  }
}

function line(c: CanvasRenderingContext2D, at: number, height: number, tone: string, thick: number, dash: number[] = []) {
  if (at < left) return;
  c.strokeStyle = tone;
  c.lineWidth = thick;
  c.setLineDash(dash);
  c.beginPath();
  c.moveTo(Math.round(at) + 0.5, head - 6);
  c.lineTo(Math.round(at) + 0.5, height);
  c.stroke();
  c.setLineDash([]);
}

function playhead(c: CanvasRenderingContext2D, at: number, height: number) {
  line(c, at, height, colour("accent"), 1.5);
  if (at < left) return;
  c.fillStyle = colour("accent");
  c.beginPath();
  c.moveTo(at - 5, head - 9);
  c.lineTo(at + 6, head - 9);
  c.lineTo(at + 0.5, head - 1);
  c.fill();
}

const widths = new Map<string, string>();

/** A text as far as there is room for it. */
function fitted(c: CanvasRenderingContext2D, text: string, room: number): string {
  const key = `${c.font}|${Math.round(room / 4)}|${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  text = brief(text);
  let out = text;
  if (c.measureText(text).width > room) {
    let n = Math.max(0, Math.floor((text.length * room) / c.measureText(text).width));
    while (n > 0 && c.measureText(`${text.slice(0, n)}…`).width > room) n--;
    out = n > 1 ? `${text.slice(0, n)}…` : "";
  }
  if (widths.size > 4000) widths.clear();
  widths.set(key, out);
  return out;
}
