import type { Bar, Lane, Mark, Track } from "../net/wire";

/** A track of an unfolded lane. */
export interface TrackPlace {
  track: Track;
  y: number;
  rows: number;
}

/** Where a lane is drawn. */
export interface LanePlace {
  name: string;
  y: number;
  height: number;
  bars: Bar[];
  marks: Mark[];
  tracks: TrackPlace[]; // none: it is folded
}

export const foldedHeight = 18;
export const rowHeight = 15;
const order: Track[] = ["want", "goal", "plan", "step", "leaf", "percept", "order"];
export const trackNames: Record<Track, string> = { want: "wants", goal: "goals", plan: "plans", step: "steps", leaf: "tree", percept: "senses", order: "orders" };

/** Puts lanes under each other; those that are open have a row for each track in which something is. */
export function place(names: string[], lanes: Map<string, Lane>, open: ReadonlySet<string>): LanePlace[] {
  let y = 0;
  return names.map((name) => {
    const lane = lanes.get(name);
    const p: LanePlace = { name, y, height: foldedHeight, bars: lane?.bars ?? [], marks: lane?.marks ?? [], tracks: [] };
    if (open.has(name)) {
      let at = foldedHeight;
      for (const track of order) {
        const bars = p.bars.filter((b) => b.k === track);
        if (bars.length === 0 && !p.marks.some((m) => m.k === track)) continue;
        const rows = 1 + Math.max(0, ...bars.map((b) => b.r ?? 0));
        p.tracks.push({ track, y: at, rows });
        at += rows * rowHeight + 2;
      }
      p.height = at + 3;
    }
    y += p.height;
    return p;
  });
}

/** The track that represents a folded lane: of its activities, the nearest to the one that is running. */
export function foldedTrack(p: LanePlace): Track {
  for (const track of ["step", "leaf", "goal", "want", "plan"] as Track[]) if (p.bars.some((b) => b.k === track)) return track;
  return "step";
}

/** The content of a place in a lane. */
export function whatIsAt(p: LanePlace, y: number, tick: number, reach: number): Bar | Mark | undefined {
  const t = p.tracks.find((t) => y >= t.y && y < t.y + t.rows * rowHeight + 2);
  const folded = p.tracks.length === 0 || y < foldedHeight;
  if (!t && !folded) return undefined;
  const track = t ? t.track : foldedTrack(p);
  const row = t ? Math.floor((y - t.y) / rowHeight) : undefined;
  let mark: Mark | undefined;
  for (const m of p.marks) if ((!t || m.k === track) && Math.abs(m.a - tick) <= reach && (!mark || Math.abs(m.a - tick) <= Math.abs(mark.a - tick))) mark = m;
  if (mark) return mark;
  return p.bars.findLast((b) => b.k === track && (row === undefined || (b.r ?? 0) === row) && b.a <= tick + reach / 2 && (b.b < 0 || b.b >= tick - reach / 2));
}
