import { useEffect } from "react";
import { address, go, views } from "./address";
import { askFork, toggleGhosts } from "./fork";
import { bookmarkAt, removeBookmark, shownTick, toBookmark } from "./notes";
import { command, studio } from "./studio";
import { toggleTheme } from "./theme";

interface KeyLine {
  key: string;
  does: string;
}

/** All keys, for the help, by where they work. A view listens to its own keys itself. */
export const keys: Record<string, KeyLine[]> = {
  Everywhere: [
    { key: "1 … 6", does: "World, Mind, Decision, Domain, Edit, Time" },
    { key: "Space", does: "play or pause; go on after a breakpoint" },
    { key: ".", does: "one tick" },
    { key: "+ −", does: "faster, slower" },
    { key: "j k", does: "next, previous character" },
    { key: "Ctrl K", does: "search everything: characters, declarations, questions, what can be done" },
    { key: "c", does: "constants" },
    { key: "t", does: "dark or light" },
    { key: "?", does: "this list" },
    { key: "Esc", does: "close what is open" },
  ],
  Time: [
    { key: ", ;", does: "back, forward by a second" },
    { key: "l", does: "live: back to now" },
    { key: "b B", does: "bookmark this moment, with a note; remove it" },
    { key: "d", does: "this looks wrong: bookmark it, and keep the half minute before it as a recording" },
    { key: "{ }", does: "previous, next bookmark" },
    { key: "F", does: "fork: run this moment twice, with a change and without" },
    { key: "g", does: "show or hide the ghosts of a fork" },
    { key: "e", does: "events, bookmarks, breakpoints, differences of a fork" },
    { key: "z Z", does: "a wider, a narrower stretch of time" },
  ],
  World: [
    { key: "v h r m w p q n", does: "sight, hearing, reach, memory, way, plan, places, names" },
    { key: "a f 0", does: "all minds, follow, the whole" },
    { key: "Shift click", does: "why not him, this, there? also with the right button" },
    { key: "i o", does: "nearer, farther; the arrows move the picture" },
  ],
  Decision: [
    { key: "[ ]", does: "previous, next planning or decision" },
    { key: "← →", does: "back, forward through what was considered; with Shift by ten" },
    { key: "↑ ↓", does: "the line above, below" },
    { key: "Home End", does: "beginning, end of it" },
    { key: "/", does: "why not?" },
  ],
  "Edit, the graph": [
    { key: "n  Shift N", does: "insert below the selected, into it; Insert too" },
    { key: "Enter", does: "edit the line" },
    { key: "+", does: "add a clause" },
    { key: "↑ ↓ ← →", does: "select; with Alt ↑ ↓ move" },
    { key: "w u", does: "wrap, unwrap" },
    { key: "x", does: "disable, enable a node" },
    { key: "Ctrl D  Delete", does: "duplicate, remove" },
    { key: "Ctrl C X V", does: "copy, cut, paste as text" },
    { key: "Ctrl Z Y", does: "undo, redo, of text and graph" },
    { key: "F6", does: "from the text to the graph, and back" },
  ],
  "Edit, the text": [
    { key: "Ctrl S", does: "save, and go on with it" },
    { key: "Ctrl Shift F", does: "lay out" },
    { key: "F12", does: "to what a name stands for" },
  ],
};

export function isTyping(e: KeyboardEvent): boolean {
  const at = e.target as HTMLElement;
  return at.closest("input, textarea, select, [contenteditable=true], .cm-editor") !== null;
}

/** Moves along a list of names. */
export function nextAgent(names: string[], by: number) {
  const at = names.indexOf(address().agent ?? "");
  const next = names[(at + by + names.length) % names.length];
  if (next) go({ agent: next, plan: undefined, level: undefined, goal: undefined, k: undefined });
}

const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

export function changeSpeed(by: number) {
  const now = studio().frame?.speed ?? 1;
  const at = speeds.findIndex((s) => s >= now);
  const next = speeds[Math.min(Math.max(at + by, 0), speeds.length - 1)];
  if (next) void command({ op: "speed", speed: next });
}

export function togglePlay() {
  const { opened, frame } = studio();
  const { tick } = address();
  if (opened?.record && !frame?.playing && tick !== undefined) void playFrom(tick);
  else void command({ op: frame?.playing ? "pause" : "play" });
}

/** Has a recording go on from the moment that is looked at. */
async function playFrom(tick: number) {
  if ((await command({ op: "seek", tick })) && (await command({ op: "play" }))) go({ tick: undefined });
}

export function scrub(ticks: number) {
  const f = studio().frame;
  if (!f) return;
  const end = f.last ?? f.tick;
  const to = Math.min(Math.max((address().tick ?? f.tick) + ticks, f.first), end);
  go({ tick: to >= end && to === f.tick ? undefined : to });
}

/** The keys that work everywhere but where something is being written; Ctrl K works there too. */
export function useKeys(names: string[], help: () => void, constants: () => void, search: () => void) {
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
        c: constants,
        t: toggleTheme,
        F: () => askFork(true),
        g: toggleGhosts,
        "{": () => toBookmark(-1),
        "}": () => toBookmark(1),
        B: () => {
          const at = bookmarkAt(shownTick());
          if (at) void removeBookmark(at.id);
        },
        "?": help,
      };
      const act = view ? () => go({ view }) : does[e.key];
      if (!act) return;
      e.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [names, help, constants]);
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (!(e.ctrlKey || e.metaKey) || e.shiftKey || e.altKey || e.key.toLowerCase() !== "k") return;
      e.preventDefault();
      e.stopPropagation();
      search();
    };
    window.addEventListener("keydown", press, true); // before a text editor, which would delete a line
    return () => window.removeEventListener("keydown", press, true);
  }, [search]);
}
