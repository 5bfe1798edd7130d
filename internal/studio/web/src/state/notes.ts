import { useEffect, useSyncExternalStore } from "react";
import type { Bookmark, Break, Finding } from "../net/wire";
import { address, go } from "./address";
import { forkEnd } from "./fork";
import { ask, fail, listFiles, studio, useStudio } from "./studio";

/** The breakpoints and bookmarks of the simulation, which all pages that look at it share. */
interface Notes {
  about: string;
  breaks: Break[];
  bookmarks: Bookmark[];
}

let notes: Notes = { about: "", breaks: [], bookmarks: [] };
const listeners = new Set<() => void>();

function take(change: Partial<Notes>) {
  notes = { ...notes, ...change };
  for (const l of listeners) l();
}

function subscribe(l: () => void) {
  listeners.add(l);
  return () => listeners.delete(l);
}

export function useNotes(): Notes {
  return useSyncExternalStore(subscribe, () => notes);
}

/** Fetches breakpoints and bookmarks whenever the server says that they have changed. To be used once in a page. */
export function useNotesFetched() {
  const { opened, frame } = useStudio();
  const about = opened ? `${opened.file}/${frame?.run}/${frame?.notes}` : "";
  useEffect(() => {
    if (!about) return;
    void Promise.all([ask({ op: "breaks" }), ask({ op: "bookmarks" })])
      .then(([b, bookmarks]) => take({ about, breaks: b.breaks, bookmarks }))
      .catch(() => undefined);
  }, [about]);
}

/** Sets a breakpoint, or changes the one with the same id. The answer has the mistakes of the condition. */
export async function setBreak(b: Partial<Break> & { name: string }): Promise<Finding[]> {
  try {
    const l = await ask({ op: "break", break: { kind: "", hits: 0, id: 0, ...b } });
    take({ breaks: l.breaks });
    return l.findings ?? [];
  } catch (e) {
    fail((e as Error).message);
    return [];
  }
}

export async function removeBreak(id: number) {
  try {
    take({ breaks: (await ask({ op: "unbreak", break: { id, kind: "", name: "", hits: 0 } })).breaks });
  } catch (e) {
    fail((e as Error).message);
  }
}

/** The breakpoint at something, for anybody. */
export function breakAt(list: Break[], kind: string, name: string, node?: number): Break | undefined {
  return list.find((b) => b.kind === kind && b.name === name && (node === undefined || (b.node ?? 0) === node) && !b.agent && !b.of);
}

export async function setBookmark(m: Bookmark) {
  try {
    take({ bookmarks: await ask({ op: "bookmark", mark: m }) });
  } catch (e) {
    fail((e as Error).message);
  }
}

/** Keeps the half minute before the moment that is shown as a recording, and bookmarks the moment. */
export async function clip() {
  try {
    const c = await ask({ op: "clip", tick: shownTick(), agent: address().agent });
    take({ bookmarks: c.marks });
    await listFiles();
  } catch (e) {
    fail((e as Error).message);
  }
}

export async function removeBookmark(id: number) {
  try {
    take({ bookmarks: await ask({ op: "unmark", mark: { id, tick: 0 } }) });
  } catch (e) {
    fail((e as Error).message);
  }
}

/** The moment that is shown. */
export function shownTick(): number {
  return address().tick ?? studio().frame?.tick ?? 0;
}

export function bookmarkAt(tick: number): Bookmark | undefined {
  return notes.bookmarks.find((m) => m.tick === tick);
}

/** Goes to the bookmark before or after the moment that is shown. */
export function toBookmark(by: 1 | -1) {
  const tick = shownTick();
  const next = by > 0 ? notes.bookmarks.find((m) => m.tick > tick) : notes.bookmarks.findLast((m) => m.tick < tick);
  if (next) toMoment(next.tick, next.agent);
}

/** Goes to a moment, in all views. */
export function toMoment(tick: number, agent?: string) {
  const f = studio().frame;
  const ahead = forkEnd(); // the sides of a fork are known further than the run
  if (f && tick > f.tick && tick <= ahead) return go({ tick, plan: undefined, k: undefined, ...(agent && { agent }) });
  const end = f?.last ?? f?.tick ?? tick; // a recording is known to its end
  const to = f ? Math.min(Math.max(tick, f.first), end) : tick;
  go({ tick: f && (f.last ? to === f.tick && !f.playing : to >= f.tick) ? undefined : to, plan: undefined, k: undefined, ...(agent && { agent }) });
}
