import { useEffect, useState, useSyncExternalStore } from "react";
import type { Diff, Merged } from "../net/wire";
import { go, useAddress } from "../state/address";
import { ask } from "../state/studio";
import type { NodeMark } from "../net/wire";
import type { EditorView } from "@codemirror/view";

/** A text that is compared: that of a program, or of a scene. */
interface Compared {
  readonly view: EditorView;
  readonly file: string;
  subscribe(l: () => void): () => void;
  get(): unknown;
  mark(list: NodeMark[]): void;
}

const versions: [string, string][] = [["disk", "the file on disk"], ["head", "the last commit (git HEAD)"], ["moment", "the program of the shown moment"]];

/** What differs between the text and another version of the file: as lines, and as marks on the graph. */
export function Versions({ draft, close }: { draft: Compared; close: () => void }) {
  const { tick } = useAddress();
  useSyncExternalStore(draft.subscribe, draft.get);
  const [name, setName] = useState("disk");
  const [diff, setDiff] = useState<Diff>();
  const [wrong, setWrong] = useState("");
  const text = draft.view.state.doc.toString();
  useEffect(() => {
    let gone = false;
    ask({ op: "diff", file: draft.file, name, text, tick })
      .then((d) => gone || (setDiff(d), setWrong(""), draft.mark(d.marks)))
      .catch((e: Error) => gone || (setDiff(undefined), setWrong(e.message), draft.mark([])));
    return () => {
      gone = true;
    };
  }, [draft, name, text, tick]);
  useEffect(() => () => draft.mark([]), [draft]);
  const removed = diff?.marks.filter((m) => m.what === "removed") ?? [];
  let shift = 0;
  return (
    <section className="consequences versions" aria-label="differences" data-testid="versions" data-count={diff?.changes.length ?? -1}>
      <div className="head">
        <b>Differences</b>
        <label>from <select aria-label="compare with" value={name} onChange={(e) => setName(e.target.value)}>{versions.map(([v, title]) => <option key={v} value={v}>{title}</option>)}</select></label>
        <span className="quiet">{diff && (diff.changes.length === 0 ? "none" : ["added", "removed", "moved", "changed"].map((w) => [w, diff.marks.filter((m) => m.what === w).length] as const).filter(([, n]) => n > 0).map(([w, n]) => `${n} ${w}`).join(", ") || "only blanks and comments")}</span>
        <span className="gap" />
        <button className="icon" onClick={close} aria-label="close differences">×</button>
      </div>
      {wrong && <p className="error" role="alert">{wrong}</p>}
      {removed.length > 0 && <p>removed: {removed.map((m) => <span key={m.path} className="was" title={m.near ? `in ${m.near}` : undefined}><code>{m.old}</code>{m.near ? ` (in ${m.near})` : ""}{" "}</span>)}</p>}
      <ul>
        {diff?.changes.map((c, i) => {
          const line = c.line + shift;
          shift += lines(c.new).length - lines(c.old).length;
          return (
            <li key={i}>
              <button className="link" onClick={() => go({ line }, true)}>line {line}</button>
              <pre className="diff">
                {lines(c.old).map((l, k) => <del key={k}>- {l}{"\n"}</del>)}
                {lines(c.new).map((l, k) => <ins key={k}>+ {l}{"\n"}</ins>)}
              </pre>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function lines(text: string): string[] {
  if (text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}

type Choice = "mine" | "theirs" | "both";

/** The text of a merge with a choice for each conflict; a merge has the lines of the file there. */
export function resolved(m: Merged, choices: (Choice | undefined)[]): string {
  const list = m.text.split("\n");
  for (let i = m.conflicts.length - 1; i >= 0; i--) {
    const c = m.conflicts[i]!;
    const mine = lines(c.ours);
    const theirs = lines(c.theirs);
    const put = choices[i] === "mine" ? mine : choices[i] === "both" ? [...theirs, ...mine] : theirs;
    list.splice(c.line - 1, theirs.length, ...put);
  }
  return list.join("\n");
}

/** The file and the text, which both have changed: what only one changed is merged, and for the rest somebody chooses. */
export function Merge({ merged, take, close }: { merged: Merged; take: (text: string) => void; close: () => void }) {
  const [choices, setChoices] = useState<(Choice | undefined)[]>(() => merged.conflicts.map(() => undefined));
  const open = choices.filter((c) => c === undefined).length;
  const choose = (i: number, c: Choice) => setChoices((was) => was.map((o, k) => (k === i ? c : o)));
  return (
    <section className="consequences merge" aria-label="merge" data-testid="merge">
      <div className="head">
        <b>Merge</b>
        <span className="quiet">{merged.conflicts.length === 0 ? "the changes of both fit together" : `changed by both: ${merged.conflicts.length}; still to choose: ${open}`}</span>
        <span className="gap" />
        <button className="mini strong" disabled={open > 0} onClick={() => take(resolved(merged, choices))}>take the merge over</button>
        <button className="icon" onClick={close} aria-label="close merge">×</button>
      </div>
      {merged.conflicts.map((c, i) => (
        <div key={i} className="threeway" role="radiogroup" aria-label={`conflict ${i + 1}, line ${c.line}`}>
          {([["theirs", "the file", c.theirs], ["mine", "my text", c.ours]] as const).map(([k, title, text]) => (
            <label key={k} className={choices[i] === k ? "on" : ""}>
              <input type="radio" name={`conflict${i}`} checked={choices[i] === k} onChange={() => choose(i, k)} /> {title}
              <pre>{text || "(nothing)"}</pre>
            </label>
          ))}
          <label className={choices[i] === "both" ? "on" : ""}>
            <input type="radio" name={`conflict${i}`} checked={choices[i] === "both"} onChange={() => choose(i, "both")} /> both, the file's first
            <pre className="quiet">before both: {c.base || "(nothing)"}</pre>
          </label>
        </div>
      ))}
    </section>
  );
}
