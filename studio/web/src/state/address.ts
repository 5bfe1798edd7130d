import { useSyncExternalStore } from "react";

/** What is being looked at. It is in the address of the page, so that a view can be shared. */
export interface Address {
  file?: string;
  agent?: string;
  view: View;
  /** The moment that is shown; undefined: as it is now. */
  tick?: number;
  /** Tick of the planning that is taken apart; undefined: the last one. */
  plan?: number;
  level?: number;
  /** How far the search is shown; undefined: to its end. */
  k?: number;
  why?: string;
  src?: string;
  line?: number;
}

export type View = "world" | "mind" | "plan" | "domain" | "text";
export const views: View[] = ["world", "mind", "plan", "domain", "text"];

const listeners = new Set<() => void>();
let current = read();

function read(): Address {
  const p = new URLSearchParams(location.search);
  const number = (name: string) => {
    const text = p.get(name);
    return text === null || !/^\d+$/.test(text) ? undefined : Number(text);
  };
  const text = (name: string) => p.get(name) ?? undefined;
  return {
    file: text("file"), agent: text("agent"), view: views.find((v) => v === p.get("view")) ?? "plan", tick: number("tick"),
    plan: number("plan"), level: number("level"), k: number("k"), why: text("why"), src: text("src"), line: number("line"),
  };
}

function write(a: Address, push: boolean) {
  const p = new URLSearchParams();
  const token = new URLSearchParams(location.search).get("token");
  if (token) p.set("token", token);
  for (const [name, value] of Object.entries(a)) if (value !== undefined) p.set(name, String(value));
  const url = `${location.pathname}?${p}`;
  if (push) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}

/** Changes what is looked at. A change of file, view, character or planning can be gone back from, unless it is quiet. */
export function go(change: Partial<Address>, quiet = false) {
  const next = { ...current, ...change };
  const push = !quiet && (next.file !== current.file || next.view !== current.view || next.agent !== current.agent || next.plan !== current.plan);
  current = next;
  write(next, push);
  for (const l of listeners) l();
}

window.addEventListener("popstate", () => {
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
