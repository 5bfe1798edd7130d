import { useSyncExternalStore } from "react";
import { command } from "./studio";

let breaks: string[] = [];
const listeners = new Set<() => void>();

/** Says at which operators and nodes the simulation pauses: for all pages that look at it. */
export function setBreaks(names: string[]) {
  breaks = names;
  void command({ op: "breaks", names });
  for (const l of listeners) l();
}

function subscribe(l: () => void) {
  listeners.add(l);
  return () => listeners.delete(l);
}

export function useBreaks(): string[] {
  return useSyncExternalStore(subscribe, () => breaks);
}
