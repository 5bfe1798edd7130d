// What the server tells of time: lanes, events, bookmarks and breakpoints, as package studio writes it.
import type { Entry, Finding } from "./types";

export type Track = "want" | "goal" | "plan" | "step" | "leaf" | "percept" | "order";
export type Tone = "good" | "bad" | "warn";

/** Something that took some time, from tick a to tick b (-1: it goes on). */
export interface Bar {
  k: Track;
  r?: number;
  a: number;
  b: number;
  t: string;
  c?: Tone;
  v?: string;
  /** It began before a: nobody has looked when. */
  e?: boolean;
}

/** Something that happened in tick a. */
export interface Mark {
  k: Track;
  a: number;
  t: string;
  c?: Tone;
  v: string;
}

export interface Lane {
  agent: string;
  bars: Bar[];
  marks: Mark[];
}

export interface LaneList {
  lanes: Lane[];
  kept: number;
}

export interface EventQuery {
  from?: number;
  to?: number;
  agent?: string;
  of?: string;
  families?: string[];
  /** With their family: "plan/step started". */
  kinds?: string[];
  /** Kinds, with their family, to be left out. */
  omit?: string[];
  text?: string;
}

export interface EventList {
  entries: Entry[];
  total: number;
  counts: Record<string, number>;
  kept: number;
}

export interface Bookmark {
  id: number;
  tick: number;
  agent?: string;
  note?: string;
}

export type BreakKind = "operator" | "action" | "task" | "method" | "node" | "goal" | "want" | "condition";

export interface Break {
  id: number;
  kind: BreakKind | "";
  name: string;
  node?: number;
  label?: string;
  agent?: string;
  of?: string;
  off?: boolean;
  hits: number;
  fault?: string;
}

export interface BreakList {
  breaks: Break[];
  findings?: Finding[];
}

export interface Hit {
  break: number;
  kind: BreakKind;
  name: string;
  agent: string;
  tick: number;
  level?: number;
  text: string;
}
