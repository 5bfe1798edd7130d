import { useEffect, useMemo, useRef, useState } from "react";
import type { Present } from "../net/wire";
import { address, go, views, viewTitles } from "../state/address";
import { askFork, endFork, toForkMoment, toggleGhosts, useFork } from "../state/fork";
import { togglePlay } from "../state/keys";
import { seconds } from "../state/moment";
import { clip, toMoment, useNotes } from "../state/notes";
import { command, home, open, restart, useStudio } from "../state/studio";
import { toggleTheme } from "../state/theme";
import { exportView } from "./export";
import { fuzzy } from "./fuzzy";

/** Something that the search finds, and what choosing it does. */
interface Item {
  kind: string;
  name: string;
  note?: string;
  key?: string;
  act: () => void;
}

/** How many are shown at most. */
const most = 60;

/** Searches everything: characters, declarations, questions, bookmarks, files, and what can be done. */
export function Search({ members, close, help, constants }: { members: Present[]; close: () => void; help: () => void; constants: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const items = useItems(members, help, constants);
  const found = useMemo(() => find(items, text), [items, text]);
  const chosen = Math.min(at, found.length - 1);
  useEffect(() => void list.current?.children[chosen]?.scrollIntoView({ block: "nearest" }), [chosen, found]);
  const choose = (item?: Item) => {
    if (!item) return;
    close();
    item.act();
  };
  const press = (e: React.KeyboardEvent) => {
    const keys: Record<string, () => void> = {
      Escape: close,
      Enter: () => choose(found[chosen]?.item),
      ArrowDown: () => setAt(Math.min(chosen + 1, found.length - 1)),
      ArrowUp: () => setAt(Math.max(chosen - 1, 0)),
    };
    const act = keys[e.key];
    if (!act) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  };
  return (
    <div className="veil top" onClick={close}>
      <div className="finder" role="dialog" aria-label="search everything" onClick={(e) => e.stopPropagation()}>
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls="found"
          aria-activedescendant={found[chosen] && `found${chosen}`}
          value={text}
          placeholder="a character, task, method, node, symbol, bookmark, file, or what to do"
          aria-label="search everything"
          onChange={(e) => (setText(e.target.value), setAt(0))}
          onKeyDown={press}
        />
        <ul id="found" role="listbox" aria-label="found" ref={list} data-testid="found">
          {found.map(({ item, marks }, i) => (
            <li key={i} id={`found${i}`} role="option" aria-selected={i === chosen} className={i === chosen ? "on" : ""} onPointerMove={() => setAt(i)} onClick={() => choose(item)} title={`${item.kind} ${item.name}${item.note ? `\n${item.note}` : ""}`}>
              <small>{item.kind}</small>
              <span><Marked text={item.name} marks={marks} /></span>
              {item.note && <em>{item.note}</em>}
              {item.key && <kbd>{item.key}</kbd>}
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="quiet">nothing is called that</p>}
        {found.length === most && <p className="quiet">the first {most}: write more to see others</p>}
      </div>
    </div>
  );
}

/** The items in which a text is found, the best first; without a text as they come. */
function find(items: Item[], text: string) {
  if (!text.trim()) return items.slice(0, most).map((item) => ({ item, marks: [] as number[], score: 0 }));
  return items
    .flatMap((item) => {
      const name = fuzzy(text, item.name);
      const whole = name ?? fuzzy(text, `${item.name} ${item.kind} ${item.note ?? ""}`);
      return whole ? [{ item, marks: whole.at.filter((i) => i < item.name.length), score: whole.score - (name ? 0 : 2) }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
}

function Marked({ text, marks }: { text: string; marks: number[] }) {
  const lit = new Set(marks);
  return <>{text.split("").map((letter, i) => (lit.has(i) ? <b key={i}>{letter}</b> : letter))}</>;
}

function useItems(members: Present[], help: () => void, constants: () => void): Item[] {
  const { opened, files, frame } = useStudio();
  const { bookmarks } = useNotes();
  const { fork } = useFork();
  const playing = frame?.playing;
  const record = frame?.record;
  const tps = frame?.tps;
  return useMemo(() => {
    const items: Item[] = [];
    views.forEach((view, i) => items.push({ kind: "view", name: viewTitles[view], key: String(i + 1), act: () => go({ view }) }));
    items.push(
      { kind: "do", name: playing ? "pause" : "play", key: "Space", act: togglePlay },
      { kind: "do", name: "one tick", key: ".", act: () => void command({ op: "step", count: 1 }) },
      { kind: "do", name: "back to now", key: "l", act: () => go({ tick: undefined, plan: undefined, k: undefined }) },
      { kind: "do", name: "start page: demos, traces, your own files", act: home },
      { kind: "do", name: "constants", key: "c", act: constants },
      { kind: "do", name: "dark or light", key: "t", act: toggleTheme },
      { kind: "do", name: "the list of keys", key: "?", act: help },
    );
    if (opened) items.push({ kind: "do", name: "export this view as SVG", act: () => void exportView("svg") }, { kind: "do", name: "export this view as PNG", act: () => void exportView("png") });
    if (opened && !opened.record) {
      items.push({ kind: "do", name: record ? "stop recording" : "record from now on", act: () => void command({ op: "record", on: !record }) });
      items.push({ kind: "do", name: "this looks wrong: keep the last half minute", key: "d", act: () => void clip() });
      if (!opened.hosted) items.push({ kind: "do", name: "begin anew with the same seed", act: () => void restart(opened.seed) });
    }
    if (opened) items.push({ kind: "do", name: "fork: run this moment twice, with a change", key: "F", act: () => askFork(true) });
    if (fork) {
      const first = fork.result?.first;
      if (first) items.push({ kind: "do", name: "go to the first difference of the fork", act: () => toForkMoment(first.tick, first.agent) });
      items.push({ kind: "do", name: "show or hide the ghosts of the fork", key: "g", act: toggleGhosts }, { kind: "do", name: "end the fork", act: endFork });
    }
    for (const m of members) if (m.name) items.push({ kind: m.kind, name: m.name, note: "look at", act: () => go({ agent: m.name, plan: undefined, level: undefined, goal: undefined, k: undefined }) });
    for (const b of bookmarks) items.push({ kind: "bookmark", name: b.note || "without a note", note: `${tps ? seconds(b.tick, tps) : b.tick}${b.agent ? `, ${b.agent}` : ""}`, act: () => toMoment(b.tick, b.agent) });
    const o = opened?.outline;
    const text = (spot: { file: string; line: number }) => () => go({ view: "text", src: spot.file, line: spot.line });
    for (const t of o?.tasks ?? []) {
      items.push({ kind: "task", name: t.call, note: "to the text", act: text(t.at) });
      for (const m of t.methods) items.push({ kind: "method", name: m.name, note: `of ${t.name}, to the text`, act: text(m.at) });
    }
    for (const op of o?.operators ?? []) items.push({ kind: "operator", name: op.call, note: "to the text", act: text(op.at) });
    const ask = (name: string, note?: string) => items.push({ kind: "why not", name, note, act: () => go({ view: "decision", ask: undefined, why: name }) });
    for (const t of o?.tasks ?? []) for (const m of t.methods) ask(`${t.name}/${m.name}`, `${address().agent ?? ""}`);
    for (const op of o?.operators ?? []) ask(op.name);
    for (const g of o?.goals ?? []) ask(g, "goal");
    for (const t of o?.trees ?? []) ask(t, "tree");
    for (const s of o?.symbols ?? []) items.push({ kind: "symbol", name: s.name, note: `${s.type} of ${s.scope}: who made it so?`, act: () => go({ view: "decision", ask: "who made", why: s.name }) });
    for (const f of files) if (f !== opened?.file) items.push({ kind: "file", name: f, note: "open", act: () => void open(f) });
    return items;
  }, [members, bookmarks, fork, opened, files, playing, record, tps, help, constants]);
}
