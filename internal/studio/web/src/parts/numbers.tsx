import { useState, useSyncExternalStore } from "react";
import { useDraft, type Draft } from "../edit/draft";
import type { Literal } from "../net/wire";
import { go } from "../state/address";
import { Row } from "./constants";
import { fuzzy } from "./fuzzy";

/** More numbers than these are not listed at once while something is searched. */
const most = 60;

/** The declaration that a number stands in. */
const declaration = (n: Literal) => n.path.split(" / ")[0]!;

/** Every number in the text of the program, by declaration, with a slider each. */
export function Numbers({ list, values, change }: { list: Literal[]; values: Map<string, string>; change: (name: string, value?: string) => void }) {
  const [find, setFind] = useState("");
  const selected = useSelected(useDraft());
  const groups = new Map<string, Literal[]>();
  for (const n of list) {
    const key = `${n.at.file}\n${declaration(n)}`;
    groups.set(key, [...(groups.get(key) ?? []), n]);
  }
  const files = new Set(list.map((n) => n.at.file)).size;
  const rows = (some: Literal[]) => (
    <table className="constants numbers">
      <tbody>{some.map((n) => <NumberRow key={n.name} number={n} value={values.get(n.name) ?? n.said} changed={values.has(n.name)} change={(v) => change(n.name, v)} />)}</tbody>
    </table>
  );
  const found = find.trim() && list.flatMap((n) => ({ n, score: fuzzy(find.trim(), `${n.path} ${n.line.trim()}`)?.score })).filter((f) => f.score !== undefined).sort((a, b) => b.score! - a.score!).slice(0, most).map((f) => f.n);
  const own = selected && list.filter((n) => n.path === selected || n.path.startsWith(`${selected} / `) || n.path.startsWith(`${selected}.`));
  return (
    <div className="allnumbers" data-testid="numbers">
      <input type="search" value={find} onChange={(e) => setFind(e.target.value)} placeholder={`search ${list.length} numbers`} aria-label="search numbers" spellCheck={false} />
      {found ? rows(found) : (
        <>
          {own && own.length > 0 && <section aria-label={`numbers of ${selected}`}><p className="quiet">of what is selected</p>{rows(own)}</section>}
          {[...groups].map(([key, some]) => <Group key={key} title={declaration(some[0]!)} file={files > 1 ? some[0]!.at.file : ""} tuned={some.filter((n) => values.has(n.name)).length} count={some.length}>{() => rows(some)}</Group>)}
        </>
      )}
    </div>
  );
}

function Group({ title, file, count, tuned, children }: { title: string; file: string; count: number; tuned: number; children: () => React.ReactNode }) {
  const [open, setOpen] = useState(tuned > 0);
  return (
    <details open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary><code>{title}</code> <small>{count}{tuned > 0 && `, ${tuned} changed`}{file && ` · ${file}`}</small></summary>
      {open && children()}
    </details>
  );
}

/** A number within its line. */
function NumberRow({ number: n, value, changed, change }: { number: Literal; value: string; changed: boolean; change: (value?: string) => void }) {
  const before = n.line.slice(0, n.from).trimStart();
  const label = `${n.said} in ${n.line.trim()}${n.index > 0 ? `, number ${n.index + 1}` : ""}`;
  const name = (
    <button className="link" title={`${n.path}\n${n.line.trim()}\n${n.at.file}:${n.at.line}`} onClick={() => go({ view: "text", src: n.at.file, line: n.at.line })}>
      {before.length > 22 ? `…${before.slice(-20)}` : before}<b>{n.said}</b>{n.line.slice(n.to)}
    </button>
  );
  return <Row constant={{ ...n, name: label }} said={name} value={value} changed={changed} change={change} />;
}

/** The path of the statement that is selected in the graph. */
function useSelected(draft: Draft | undefined): string | undefined {
  return useSyncExternalStore(draft?.subscribe ?? never, () => draft?.get().selected.at(-1));
}

const never = () => () => {};
