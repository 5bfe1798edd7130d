import { basicSetup } from "codemirror";
import { history, historyField, indentWithTab } from "@codemirror/commands";
import { linter, type Diagnostic } from "@codemirror/lint";
import { Annotation, EditorState, type Text } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { Finding, Fix, Outline } from "../net/wire";
import { assist } from "./assist";
import { highlighting, krk } from "./language";

/** A finding with the replacements that it proposes. */
export interface Found extends Finding {
  fixes: Fix[];
}

/** A text with its cursor and all that can be undone. */
export type Past = { doc: string };

interface Hooks {
  outline: () => Outline;
  readonly: boolean;
  plain?: boolean; // it is no program: nothing is completed
  check: (text: string) => Promise<Found[]>;
  save: () => Promise<void>;
  format: () => Promise<void>;
  changed: () => void;
  cursor: () => void;
  found: (list: Found[]) => void;
  away: () => void; // F6: to the graph
}

const checkDelay = 300;

/** How many steps of undo are kept at least: more than anybody makes in a day. A step holds what it has replaced. */
const undoDepth = 10_000;

/** Marks a change that is undone together with the one before it. Both need the same time. */
export const joined = Annotation.define<boolean>();

/** An editor of karakuri files. */
export class Editor {
  readonly view: EditorView;

  constructor(
    parent: HTMLElement,
    text: string,
    private hooks: Hooks,
    past?: Past,
  ) {
    const run = (what: () => Promise<void>) => () => {
      void what();
      return true;
    };
    const config = {
      extensions: [
        keymap.of([{ key: "Mod-s", run: run(hooks.save) }, { key: "Mod-Shift-f", run: run(hooks.format) }, { key: "F6", run: () => (hooks.away(), true) }, indentWithTab]),
        hooks.plain ? [] : assist(hooks.outline),
        history({ minDepth: undoDepth, joinToEvent: (tr, adjacent) => adjacent || tr.annotation(joined) === true }),
        basicSetup,
        krk,
        highlighting,
        EditorState.readOnly.of(hooks.readonly),
        EditorView.contentAttributes.of({ "aria-label": hooks.plain ? "text of the scene" : "text of the program" }),
        EditorView.updateListener.of((u) => {
          if (u.docChanged) hooks.changed();
          else if (u.selectionSet) hooks.cursor();
        }),
        linter(async (view) => {
          const list = await hooks.check(view.state.doc.toString());
          hooks.found(list);
          return list.map((f) => diagnostic(view.state.doc, f));
        }, { delay: checkDelay }),
      ],
    };
    const state = past?.doc === text ? EditorState.fromJSON(past, config, { history: historyField }) : EditorState.create({ ...config, doc: text });
    this.view = new EditorView({ parent, state });
  }

  /** What another editor of the same text needs to undo what was done in this one. */
  past(): Past {
    return this.view.state.toJSON({ history: historyField }) as Past;
  }

  text(): string {
    return this.view.state.doc.toString();
  }

  /** Changes the text where it differs, from the first letter to the last; the cursor stays in its line. */
  replace(text: string) {
    const was = this.text();
    if (text === was) return;
    let from = 0;
    while (from < Math.min(was.length, text.length) && was[from] === text[from]) from++;
    let tail = 0;
    while (tail < Math.min(was.length, text.length) - from && was[was.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
    const { doc, selection } = this.view.state;
    const line = doc.lineAt(selection.main.head);
    const [number, column] = [line.number, selection.main.head - line.from];
    this.view.dispatch({ changes: { from, to: was.length - tail, insert: text.slice(from, text.length - tail) } });
    const now = this.view.state.doc.line(Math.min(number, this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: Math.min(now.from + column, now.to) }, scrollIntoView: true });
  }

  save(focus = true) {
    if (focus) this.view.focus(); // its keys go on working
    void this.hooks.save();
  }

  format() {
    this.view.focus();
    void this.hooks.format();
  }

  jump(line: number, col = 1) {
    const at = offset(this.view.state.doc, line, col);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  destroy() {
    this.view.destroy();
  }
}

function diagnostic(doc: Text, f: Found): Diagnostic {
  const from = offset(doc, f.line, f.col);
  const to = Math.max(from, offset(doc, f.endLine, f.endCol));
  return { from, to, severity: f.severity === "error" ? "error" : "warning", message: f.hint ? `${f.message}\n${f.hint}` : f.message, source: f.code,
    actions: f.fixes.map((x) => ({ name: `replace ${x.old} by ${x.text}`, apply: (view) => view.dispatch({ changes: { from: x.from, to: x.to, insert: x.text } }) })) };
}

/** The offset of a line and a column, which count characters from 1. */
export function offset(doc: Text, line: number, col: number): number {
  const l = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const before = [...l.text].slice(0, Math.max(col - 1, 0)).join("");
  return Math.min(l.from + before.length, l.to);
}
