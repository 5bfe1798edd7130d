import { useSyncExternalStore } from "react";

/** The selection of the page. It is in the address, so that a view can be shared. */
export interface Address {
  file?: string;
  agent?: string;
  view: View;
  /** The moment that is shown; undefined: as it is now. */
  tick?: number;
  /** Tick of the planning that is taken apart; undefined: the last one. */
  plan?: number;
  level?: number;
  /** The goal of the planning, if a character plans for several goals. */
  goal?: string;
  /** What the decision view shows: all, planning; undefined: what fits the character. */
  of?: string;
  /** How far the search is shown; undefined: to its end. */
  k?: number;
  why?: string;
  /** The kind of question that why is; undefined: why not. */
  ask?: string;
  src?: string;
  line?: number;
  /** What the view of the text shows: text, graph; undefined: both. */
  sides?: string;
  /** Of the domain view: the first box, the search text, the kind of counts, and the depth. */
  root?: string;
  find?: string;
  counts?: string;
  depth?: number;
  /** Keys of the layers that the world shows; undefined: all. */
  layers?: string;
  /** 1: the layers of all characters. */
  all?: number;
  /** 1: the world follows the chosen one. */
  follow?: number;
  /** Where the world is looked at, and how near. */
  cam?: string;
  /** How many seconds the time line shows; undefined: as many as it begins with. */
  span?: number;
  /** The filter of the events. */
  q?: string;
}

export type View = "world" | "mind" | "decision" | "domain" | "text" | "time";
export const views: View[] = ["world", "mind", "decision", "domain", "text", "time"];
export const viewTitles: Record<View, string> = { world: "World", mind: "Mind", decision: "Decision", domain: "Domain", text: "Edit", time: "Time" };

const listeners = new Set<() => void>();
let current = read();
let hash = location.hash;

function read(): Address {
  const p = new URLSearchParams(location.search);
  const number = (name: string) => {
    const text = p.get(name);
    return text === null || !/^\d+$/.test(text) ? undefined : Number(text);
  };
  const text = (name: string) => p.get(name) ?? undefined;
  return {
    file: text("file"), agent: text("agent"), view: views.find((v) => v === p.get("view")) ?? "decision", tick: number("tick"),
    plan: number("plan"), level: number("level"), goal: text("goal"), of: text("of"), k: number("k"), why: text("why"), ask: text("ask"), src: text("src"), sides: text("sides"), line: number("line"), span: number("span"), q: text("q"),
    root: text("root"), find: text("find"), counts: text("counts"), depth: number("depth"),
    layers: text("layers"), all: number("all"), follow: number("follow"), cam: text("cam"),
  };
}

function write(a: Address, push: boolean) {
  const p = new URLSearchParams();
  const token = new URLSearchParams(location.search).get("token");
  if (token) p.set("token", token);
  for (const [name, value] of Object.entries(a)) if (value !== undefined) p.set(name, String(value));
  const url = `${location.pathname}?${p}${hash}`;
  window.clearTimeout(timer);
  if (push) {
    if (waiting) history.replaceState(ours, "", waiting);
    waiting = "";
    history.pushState(ours, "", url);
    return;
  }
  waiting = url;
  timer = window.setTimeout(() => {
    history.replaceState(ours, "", waiting);
    waiting = "";
  }, 100);
}

// The state of addresses that the page has made: one without it was typed in.
const ours = 1;

/** Changes the fragment, which holds what the playground runs. */
export function setHash(text: string) {
  if (waiting) {
    window.clearTimeout(timer);
    waiting = "";
  }
  hash = text;
  const p = current;
  write(p, false);
  history.replaceState(ours, "", waiting);
  window.clearTimeout(timer);
  waiting = "";
}

window.addEventListener("hashchange", () => {
  if (history.state === null) location.reload(); // another link
  else if (location.hash !== hash) history.replaceState(ours, "", location.pathname + location.search + hash); // went back
});

// The pending address: browsers limit the number of changes per second.
let waiting = "";
let timer = 0;

/** Changes the selection. The user can go back from a change of file, view, character or planning, unless it is quiet. */
export function go(change: Partial<Address>, quiet = false) {
  const next = { ...current, ...change };
  const push = !quiet && (next.file !== current.file || next.view !== current.view || next.agent !== current.agent || next.plan !== current.plan);
  current = next;
  write(next, push);
  for (const l of listeners) l();
}

window.addEventListener("popstate", () => {
  window.clearTimeout(timer);
  waiting = "";
  current = read();
  for (const l of listeners) l();
});

export function address(): Address {
  return current;
}

function subscribe(l: () => void) {
  listeners.add(l);
  return () => listeners.delete(l);
}

export function useAddress(): Address {
  return useSyncExternalStore(subscribe, address);
}
