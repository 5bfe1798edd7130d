import { useEffect } from "react";
import { address, go, views } from "./address";
import { command, studio } from "./studio";
import { toggleTheme } from "./theme";

/** All keys, for the help and for pressing. What a view adds it listens to itself. */
export const keys: { key: string; does: string }[] = [
  { key: "1 … 5", does: "World, Mind, Plan, Domain, Text" },
  { key: "Space", does: "play or pause" },
  { key: ".", does: "one tick" },
  { key: "+ −", does: "faster, slower" },
  { key: "j k", does: "next, previous character" },
  { key: ", ;", does: "back, forward by a second in time" },
  { key: "l", does: "live: back to now" },
  { key: "[ ]", does: "previous, next planning" },
  { key: "← →", does: "back, forward through the search (shift: 10)" },
  { key: "↑ ↓", does: "what was tried before, after" },
  { key: "Home End", does: "beginning, end of the search" },
  { key: "/", does: "why not?" },
  { key: "Ctrl S", does: "in the text: save, and go on with it" },
  { key: "Ctrl Shift F", does: "in the text: lay out" },
  { key: "F12", does: "in the text: to what a name stands for" },
  { key: "t", does: "dark or light" },
  { key: "?", does: "this list" },
];

export function isTyping(e: KeyboardEvent): boolean {
  const at = e.target as HTMLElement;
  return at.closest("input, textarea, select, [contenteditable=true], .cm-editor") !== null;
}

/** Moves along a list of names. */
export function nextAgent(names: string[], by: number) {
  const at = names.indexOf(address().agent ?? "");
  const next = names[(at + by + names.length) % names.length];
  if (next) go({ agent: next, plan: undefined, level: undefined, k: undefined });
}

const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

export function changeSpeed(by: number) {
  const now = studio().frame?.speed ?? 1;
  const at = speeds.findIndex((s) => s >= now);
  const next = speeds[Math.min(Math.max(at + by, 0), speeds.length - 1)];
  if (next) void command({ op: "speed", speed: next });
}

export function togglePlay() {
  void command({ op: studio().frame?.playing ? "pause" : "play" });
}

export function scrub(ticks: number) {
  const f = studio().frame;
  if (!f) return;
  const to = Math.min(Math.max((address().tick ?? f.tick) + ticks, f.first), f.tick);
  go({ tick: to >= f.tick ? undefined : to });
}

/** The keys that work everywhere but where something is being written. */
export function useKeys(names: string[], help: () => void) {
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (isTyping(e) || e.ctrlKey || e.metaKey || e.altKey) return;
      const view = views[Number(e.key) - 1];
      const does: Record<string, () => void> = {
        " ": togglePlay,
        ".": () => void command({ op: "step", count: 1 }),
        "+": () => changeSpeed(1),
        "=": () => changeSpeed(1),
        "-": () => changeSpeed(-1),
        j: () => nextAgent(names, 1),
        k: () => nextAgent(names, -1),
        ",": () => scrub(-(studio().frame?.tps ?? 10)),
        ";": () => scrub(studio().frame?.tps ?? 10),
        l: () => go({ tick: undefined, plan: undefined, k: undefined }),
        t: toggleTheme,
        "?": help,
      };
      const act = view ? () => go({ view }) : does[e.key];
      if (!act) return;
      e.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [names, help]);
}
