import { useEffect, useSyncExternalStore } from "react";
import { busy } from "../net/busy";
import type { Question } from "../net/socket";
import type { ForkState, Setting } from "../net/wire";
import { go } from "./address";
import { seconds } from "./moment";
import { ask, fail, studio, useStudio } from "./studio";

/** What is otherwise on the second side of a fork. */
export interface Change {
  /** Whose values, personality and place change; undefined: the values are of the world. */
  agent?: string;
  sets?: Setting[];
  tuned?: Setting[];
  personality?: string;
  /** Metres. */
  at?: [number, number];
  /** Another text of a file of the program. */
  file?: string;
  text?: string;
}

/** The fork that the page shows, in all views. */
export interface Forked extends ForkState {
  change: Change;
  /** The simulation that it forks, and which run of it. */
  of: number;
  about: string;
  run: number;
  /** The last tick that it will have. */
  to: number;
}

interface Forking {
  /** The dialog that asks for the change is open. */
  asking: boolean;
  fork?: Forked;
  /** The other side is drawn in the world, and its lanes. */
  ghosts: boolean;
}

/** How often a page asks how far a fork is, in milliseconds. */
const poll = 200;
/** The mark of the side with the change, before names. */
export const mark = "⇉ ";
/** Reports whether a lane is of the side with the change. */
export const isOther = (lane: string) => lane.startsWith(mark);
/** The character of a lane, whichever side it is of. */
export const ownerOf = (lane: string) => lane.replace(mark, "");

export const spans = [10, 60, 300];

let state: Forking = { asking: false, ghosts: true };
let timer = 0;
const listeners = new Set<() => void>();

function set(change: Partial<Forking>) {
  state = { ...state, ...change };
  for (const l of listeners) l();
}

export function useFork(): Forking {
  return useSyncExternalStore((l) => (listeners.add(l), () => listeners.delete(l)), () => state);
}

/** Opens or closes the dialog that asks for the change. */
export function askFork(asking: boolean) {
  set({ asking });
}

export function toggleGhosts() {
  set({ ghosts: !state.ghosts });
}

/** Runs a moment twice, as it is and with a change, for so many seconds; without a tick, from now. */
export async function beginFork(change: Change, span: number, tick?: number) {
  const { opened, frame } = studio();
  if (!opened || !frame) return;
  const { personality, ...rest } = change;
  const question: Question<"fork"> = { op: "fork", ...rest, ...(personality && { name: personality }), until: span * frame.tps, ...(tick !== undefined && { tick }) };
  forget();
  try {
    const s = await ask(question);
    take({ ...s, change, about: opened.file, run: frame.run, to: s.tick + s.of });
  } catch (e) {
    fail((e as Error).message);
  }
}

/** Takes over how far it is, and asks again until it is done. */
function take(fork: Forked) {
  set({ fork, asking: false });
  if (fork.done) return;
  busy(1);
  timer = window.setTimeout(() => {
    timer = 0;
    busy(-1);
    ask({ op: "forked" })
      .then((s) => state.fork === fork && take({ ...fork, ...s }))
      .catch(() => state.fork === fork && set({ fork: undefined })); // another file was opened
  }, poll);
}

function forget() {
  if (timer) {
    window.clearTimeout(timer);
    busy(-1);
  }
  timer = 0;
  set({ fork: undefined });
}

/** Ends the fork; the run stays as it is. */
export function endFork() {
  forget();
  void ask({ op: "unfork" }).catch((e: Error) => fail(e.message));
}

/** The last tick that both sides of the fork have; -1: there is none. */
export function forkEnd(): number {
  return state.fork && !state.fork.error ? state.fork.tick + state.fork.ran : -1;
}

/** Shows a moment of the fork in all views: also one that the run has not reached yet. */
export function toForkMoment(tick: number, agent?: string) {
  go({ tick, plan: undefined, k: undefined, ...(agent && { agent }) });
}

/** The moment of a fork that is shown, if both sides have it. */
export function momentOf(fork: Forked | undefined, tick: number): number | undefined {
  return fork && !fork.error && tick >= fork.tick && tick <= fork.tick + fork.ran ? tick : undefined;
}

/** The page of the simulation has gone on to another run or file: then there is no fork of it. To be used once in a page. */
export function useForkEnds() {
  const { opened, frame } = useStudio();
  const { fork } = useFork();
  const gone = fork && (opened?.file !== fork.about || frame?.run !== fork.run);
  useEffect(() => {
    if (gone) forget();
  }, [gone]);
}

/** A change for people: "villager#1: money = 50, lazy". */
export function described(c: Change): string {
  const parts = [...(c.sets ?? []), ...(c.tuned ?? [])].map((s) => `${s.name} = ${s.value}`);
  if (c.personality) parts.push(`as ${c.personality}`);
  if (c.at) parts.push(`at ${c.at.map((n) => n.toFixed(1)).join(", ")}`);
  if (c.text !== undefined) parts.push(`the changed text of ${c.file}`);
  const own = (c.sets?.length ?? 0) > 0 || c.personality || c.at;
  return `${own && c.agent ? `${c.agent}: ` : ""}${parts.join(", ") || "no change"}`;
}

/** The first difference for people. */
export function firstOf(fork: Forked, tps: number): string | undefined {
  const first = fork.result?.first;
  return first && `${seconds(first.tick, tps)}: ${first.agent} ${first.but || "does nothing"}, without the change ${first.as || "nothing"}`;
}

/** Reads changes as they are written: "money = 5, hungry = false". Commas within parentheses are of arguments. */
export function settings(text: string): Setting[] {
  const parts: string[] = [];
  let depth = 0, from = 0;
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === "(") depth++;
    if (text[i] === ")") depth--;
    if (i === text.length || (text[i] === "," && depth === 0)) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  return parts.filter(Boolean).map((part) => {
    const at = part.indexOf("=");
    return at < 0 ? { name: part, value: "true" } : { name: part.slice(0, at).trim(), value: part.slice(at + 1).trim() };
  });
}
