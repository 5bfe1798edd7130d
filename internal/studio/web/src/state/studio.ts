import { useSyncExternalStore } from "react";
import { Socket, type Op, type Question } from "../net/socket";
import type { Answers, Frame, Opened } from "../net/wire";
import { playground } from "../net/line";
import { address, go } from "./address";

/** The page's data about the server and the simulation. */
export interface Studio {
  connected: boolean;
  /** Why it will not answer any more. */
  lost?: string;
  files: string[];
  /** The start page is shown. */
  home?: boolean;
  opened?: Opened;
  frame?: Frame;
  error?: string;
}

let state: Studio = { connected: false, files: [] };
const listeners = new Set<() => void>();

function set(change: Partial<Studio>) {
  state = { ...state, ...change };
  for (const l of listeners) l();
}

const socket = new Socket(
  (frame) => {
    if (frame.file !== state.opened?.file) return; // of the previous file, which the start page has left
    if (state.frame && frame.run !== state.frame.run && state.opened) void refresh();
    set({ frame });
  },
  (connected, lost) => {
    set({ connected, lost });
    if (connected) void start();
  },
);

async function start() {
  try {
    const files = await ask({ op: "files" });
    set({ files });
    const wanted = address().file;
    if (wanted !== undefined && files.includes(wanted)) await open(wanted, false);
    else if (wanted === undefined && files.length === 1 && !playground) await open(files[0]!);
    else {
      set({ home: true, opened: undefined, frame: undefined, error: wanted === undefined ? undefined : `there is no file "${wanted}" here` });
      if (wanted !== undefined) go({ file: undefined }, true);
    }
  } catch (e) {
    set({ error: String((e as Error).message) });
  }
}

/** Asks the server. */
export function ask<O extends Op>(q: Question<O>): Promise<Answers[O]> {
  return socket.ask(q);
}

/** Asks for something to be done; what goes wrong is shown. */
export async function command(q: Question): Promise<boolean> {
  try {
    await ask(q);
    set({ error: undefined });
    return true;
  } catch (e) {
    fail((e as Error).message);
    return false;
  }
}

export function fail(error?: string) {
  set({ error });
}

/** Shows the start page. */
export function home() {
  go({ ...Object.fromEntries(Object.keys(address()).map((k) => [k, undefined])), view: address().view, file: undefined });
  set({ home: true, opened: undefined, frame: undefined, error: undefined });
}

// Back and forward in the browser lead to other files, or to the start page.
window.addEventListener("popstate", () => {
  const { file } = address();
  if (!state.connected || file === state.opened?.file) return;
  if (file !== undefined) void open(file, false);
  else set({ home: true, opened: undefined, frame: undefined });
});

/** Asks anew which files there are. */
export async function listFiles() {
  set({ files: await ask({ op: "files" }) });
}

/** Looks at another file. */
export async function open(file: string, fresh = true) {
  try {
    const opened = await ask({ op: "open", file });
    if (fresh) go({ file, agent: undefined, tick: undefined, plan: undefined, level: undefined, k: undefined, why: undefined, src: undefined, line: undefined, root: undefined, find: undefined, depth: undefined, cam: undefined, follow: undefined });
    take(opened);
    if (opened.outline.agents.length === 0) go({ view: "text" }, true); // there is nothing to look at but the text
  } catch (e) {
    fail((e as Error).message);
  }
}

/** Takes over what the server says of the simulation, as it begins anew or goes on with another program. */
export function take(opened: Opened) {
  set({ opened, frame: opened.frame, error: undefined, home: false });
}

async function refresh() {
  if (state.opened) await open(state.opened.file, false);
}

/** Begins anew with a seed. */
export async function restart(seed: number) {
  try {
    const opened = await ask({ op: "restart", seed });
    go({ tick: undefined, plan: undefined, k: undefined });
    take(opened);
  } catch (e) {
    fail((e as Error).message);
  }
}

export function studio(): Studio {
  return state;
}

function subscribe(l: () => void) {
  listeners.add(l);
  return () => listeners.delete(l);
}

export function useStudio(): Studio {
  return useSyncExternalStore(subscribe, studio);
}
