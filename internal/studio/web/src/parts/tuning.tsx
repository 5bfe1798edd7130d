import { useEffect, useReducer, useRef, useState } from "react";
import type { Constant, Literal, Op } from "../net/wire";
import { useQuery } from "../state/query";
import { ask, fail, take, useStudio } from "../state/studio";
import { draftOf } from "../text/drafts";
import { Constants } from "./constants";
import { Numbers } from "./numbers";
import { Sweeping } from "./sweep";

type Values = Map<string, string>;
type Side = "A" | "B";

/** What was tuned before, what was taken back, and the two held sets of values; for each file, while the page is open. */
interface Tuned {
  past: Values[];
  future: Values[];
  held: Record<Side, Values>;
  side: Side;
  last?: { name: string; at: number };
}

const tunings = new Map<string, Tuned>();

function tunedOf(file: string): Tuned {
  let t = tunings.get(file);
  if (!t) tunings.set(file, (t = { past: [], future: [], held: { A: new Map(), B: new Map() }, side: "A" }));
  return t;
}

/** Milliseconds within which changes of one constant are undone together: a slider that moves changes it often. */
const together = 800;

const mostPast = 200;

/** The constants and numbers of the running simulation: it continues with the changed values, and the file stays as it is until they are written to it. */
export function Tuning({ close }: { close: () => void }) {
  const { opened } = useStudio();
  const [asked, setAsked] = useState(0);
  const [note, setNote] = useState("");
  const [, draw] = useReducer((n: number) => n + 1, 0);
  const list = useQuery(opened && { op: "constants", file: opened.file }, `${opened?.frame.run}/${asked}`).data;
  const numbers = useQuery(opened && !opened.record ? { op: "numbers", file: opened.file } : undefined, `${opened?.frame.run}/${asked}`).data;
  const all: (Constant | Literal)[] = [...(list ?? []), ...(numbers ?? [])];
  const tuned = tunedOf(opened?.file ?? "");
  const wanted = useRef<Values>(undefined); // what was sent last, which may not have come yet
  const sent = useRef<Values>(new Map());
  const changed: Values = new Map(all.filter((c) => c.value !== c.said).map((c) => [c.name, c.value]));
  const [send, sending] = useLatest(async (next: Values) => {
    const names = [...new Set([...changed.keys(), ...sent.current.keys()])].filter((n) => !next.has(n));
    sent.current = next;
    try {
      take(await ask({ op: "tune", names, tuned: [...next].map(([name, value]) => ({ name, value })) }));
      fail(undefined);
    } catch (e) {
      wanted.current = undefined;
      fail((e as Error).message);
    }
    setAsked((n) => n + 1);
  });
  useEffect(() => {
    if (!wanted.current || sending() || !same(wanted.current, changed)) return; // answers to what was sent before still come
    wanted.current = undefined; // what the server says counts
    draw();
  }, [list, numbers]); // eslint-disable-line react-hooks/exhaustive-deps
  const present = wanted.current ?? changed;
  /** Goes over to other values; those that are not named are as the file says. */
  const put = (next: Values) => {
    wanted.current = next;
    send(next);
    draw();
  };
  const change = (next: Values, name = "") => {
    const now = performance.now();
    const goesOn = name !== "" && tuned.last?.name === name && now - tuned.last.at < together;
    if (!goesOn) tuned.past = [...tuned.past, present].slice(-mostPast);
    tuned.last = { name, at: now };
    tuned.future = [];
    setNote("");
    put(next);
  };
  const set = (name: string, value?: string) => {
    const next = new Map(present);
    if (value === undefined) next.delete(name);
    else next.set(name, value);
    change(next, name);
  };
  const back = (from: "past" | "future", to: "past" | "future") => {
    const next = tuned[from].at(-1);
    if (!next) return;
    tuned[from] = tuned[from].slice(0, -1);
    tuned[to] = [...tuned[to], present];
    tuned.last = undefined;
    put(next);
  };
  const hold = (side: Side) => {
    if (side === tuned.side) return;
    tuned.held[tuned.side] = present;
    tuned.side = side;
    tuned.last = undefined;
    put(tuned.held[side]);
  };
  const write = async () => {
    try {
      setNote(await writeBack(opened!.file, all, present));
      tuned.past = [];
      tuned.future = [];
      put(new Map());
    } catch (e) {
      setNote((e as Error).message);
    }
  };
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key === "Escape") close();
      const mod = (e.ctrlKey || e.metaKey) && (e.target as HTMLElement).closest?.(".tuning") && !(e.target as HTMLElement).closest?.("input.number");
      if (mod && e.key.toLowerCase() === "z") e.shiftKey ? back("future", "past") : back("past", "future");
      else if (mod && e.key.toLowerCase() === "y") back("future", "past");
      else return;
      e.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
  const other: Side = tuned.side === "A" ? "B" : "A";
  const sides = { [tuned.side]: present, [other]: tuned.held[other] } as Record<Side, Values>;
  const differs = all.filter((c) => (sides.A.get(c.name) ?? c.said) !== (sides.B.get(c.name) ?? c.said));
  const file = !!opened && !opened.record && !opened.hosted;
  return (
    <div className="tuning pane" role="dialog" aria-label="constants and numbers" data-testid="tuning">
      <div className="head">
        Constants and numbers <small>in the running simulation</small>
        <span className="gap" />
        <button className="icon" onClick={close} aria-label="close">×</button>
      </div>
      {opened?.record ? (
        <p className="quiet">A recorded run goes on as it did.</p>
      ) : (
        <>
          <div className="head">
            <span role="radiogroup" aria-label="held values">
              {(["A", "B"] as const).map((s) => <button key={s} className={s === tuned.side ? "mini on" : "mini"} role="radio" aria-checked={s === tuned.side} onClick={() => hold(s)} title={`the values held as ${s}`}>{s}</button>)}
            </span>
            <button className="mini" disabled={tuned.past.length === 0} onClick={() => back("past", "future")}>undo</button>
            <button className="mini" disabled={tuned.future.length === 0} onClick={() => back("future", "past")}>redo</button>
            <span className="gap" />
            {present.size > 0 && <button className="mini" onClick={() => change(new Map())}>as the file says</button>}
            {present.size > 0 && file && <button className="mini strong" onClick={() => void write()}>write to the file</button>}
          </div>
          {note && <p className="quiet" role="status" data-testid="written">{note}</p>}
          {list?.length === 0 && numbers?.length === 0 && <p className="quiet">The program has none. What is declared as <code>const price = 5</code>, and every number in its text, can be changed here while it runs.</p>}
          <Constants list={list ?? []} values={present} change={set} />
          {numbers && numbers.length > 0 && <Numbers list={numbers} values={present} change={set} />}
          {file && <details><summary>Sweep over seeds</summary><Sweeping a={sides.A} b={sides.B} /></details>}
          {differs.length > 0 && (
            <table className="constants" aria-label="A and B" data-testid="sides">
              <thead><tr><th></th><th>A</th><th>B</th></tr></thead>
              <tbody>{differs.map((c) => <tr key={c.name}><td title={"path" in c ? c.path : undefined}>{"path" in c ? c.line.trim() : c.name}</td><td>{sides.A.get(c.name) ?? c.said}</td><td>{sides.B.get(c.name) ?? c.said}</td></tr>)}</tbody>
            </table>
          )}
        </>
      )}
    </div>
  );
}

/** Writes values of constants and numbers to their files: each file by one edit. The answer says what was written. */
async function writeBack(of: string, list: (Constant | Literal)[], values: Values): Promise<string> {
  const files = new Map<string, (Constant | Literal)[]>();
  for (const c of list) if (values.has(c.name)) files.set(c.at.file, [...(files.get(c.at.file) ?? []), c]);
  for (const file of files.keys()) if (draftOf(of, file)) throw new Error(`${file} has changes in the view Edit that are not saved: save them first`);
  for (const [file, some] of files) {
    const s = await ask({ op: "source", file });
    const ops = some.map((c): Op => {
      const value = values.get(c.name)!;
      return "path" in c ? { op: "number", at: c.path, index: c.index, value } : { op: "set", at: `const ${c.name}`, clause: "value", value };
    });
    const e = await ask({ op: "edit", file, text: s.text, ops });
    const wrong = e.findings.find((f) => f.severity === "error");
    if (wrong) throw new Error(`${file} was not written: ${wrong.message}`);
    const saved = await ask({ op: "save", file, text: e.text, was: s.hash ?? "" });
    if (saved.conflict) throw new Error(`${file} was not written: it has just been changed by somebody else`);
    if (saved.opened) take(saved.opened);
  }
  return `written to ${[...files.keys()].join(", ")}`;
}

/** Whether values are those that were sent: an expression has become its value. */
function same(sent: Values, found: Values): boolean {
  return sent.size === found.size && [...sent].every(([name, v]) => found.has(name) && (found.get(name) === v || Number.isNaN(Number(v)) || Number(found.get(name)) === Number(v)));
}

/**
 * Calls do one at a time; while it works only the last call that came is kept: a slider that moves asks often. The second
 * result says whether it works.
 */
function useLatest<T>(act: (what: T) => Promise<void>): [(what: T) => void, () => boolean] {
  const state = useRef<{ busy: boolean; next?: T }>({ busy: false });
  const latest = useRef(act);
  latest.current = act;
  const call = async (what: T) => {
    const s = state.current;
    s.next = what;
    if (s.busy) return;
    s.busy = true;
    while (s.next !== undefined) {
      const now = s.next;
      s.next = undefined;
      await latest.current(now);
    }
    s.busy = false;
  };
  return [call, () => state.current.busy];
}
