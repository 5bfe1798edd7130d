import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { acceptCompletion, closeBrackets, closeCompletion, completionStatus } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { studio } from "../state/studio";
import { assist } from "../text/assist";
import { highlighting, krk } from "../text/language";
import { rewrite, setClause } from "./actions";
import type { Draft } from "./draft";
import { Picker } from "./picker";

/** An editor of one line or clause over the canvas, with the completion of the text. Enter and clicking elsewhere take it over, Esc does not; Tab completes. */
export function LineEditor({ draft, at, near, outer, close, refused }: { draft: Draft; at: { path: string; clause?: string; fresh?: boolean }; near: HTMLElement | null; outer: HTMLElement | null; close: () => void; refused?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0, width: 320 });
  const editor = useRef<EditorView>(undefined);
  const [picking, setPicking] = useState(false);
  const away = useRef(false); // the keys are in the picker
  const pick = (on: boolean) => {
    away.current = on;
    setPicking(on);
    if (!on) requestAnimationFrame(() => editor.current?.focus());
  };
  const part = draft.part(at.path);
  const clause = at.clause === undefined ? undefined : part?.clauses?.find((c) => c.word === at.clause) ?? { word: at.clause, text: at.clause, start: part?.headEnd ?? 0, end: part?.headEnd ?? 0 };
  useLayoutEffect(() => {
    if (!near || !outer) return;
    const from = (at.clause && near.querySelector<HTMLElement>(`.clause[data-clause="${at.clause}"]`)) || near;
    const [r, o] = [from.getBoundingClientRect(), outer.getBoundingClientRect()];
    setPlace({ left: Math.max(0, Math.min(r.left - o.left + outer.scrollLeft, outer.scrollLeft + outer.clientWidth - 340)), top: r.top - o.top + outer.scrollTop, width: Math.max(320, Math.min(r.width, 560)) });
  }, [near, outer, at.clause]);
  useEffect(() => {
    if (!part || !box.current) return close();
    const doc = clause ? clause.text.slice(clause.word.length).trim() : part.head;
    const before = draft.view.state.sliceDoc(0, clause ? clause.start : part.start) + (clause ? `${clause.word} ` : "");
    let done = false;
    const take = (v: EditorView) => {
      closeCompletion(v); // what is refused stays, and Esc leaves it
      const text = v.state.doc.toString().replace(/\s*\n\s*/g, " ");
      return (clause ? setClause(draft, part.path, clause.word, text) : rewrite(draft, part.path, text)).then((ok) => {
        if (ok && !done) close();
        return ok;
      });
    };
    const view = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc,
        extensions: [
          Prec.highest(keymap.of([
            { key: "Enter", run: (v) => (void take(v), true) },
            { key: "Tab", run: acceptCompletion },
            { key: "Alt-p", run: () => (pick(true), true) },
            { key: "Escape", run: (v) => (completionStatus(v.state) === "active" ? false : ((done = true), close(), true)) },
          ])),
          assist(() => studio().opened!.outline, () => before),
          history(), closeBrackets(), keymap.of([...historyKeymap, ...defaultKeymap]), krk, highlighting, EditorView.lineWrapping,
          EditorView.domEventHandlers({ blur: (_, v) => {
            if (done || away.current || !document.hasFocus()) return;
            if (v.state.doc.toString() === doc) close();
            else void take(v).then((ok) => ok || done || draft.view.hasFocus || v.focus());
          } }),
          EditorView.contentAttributes.of({ "aria-label": "edit the line" }),
        ],
      }),
    });
    editor.current = view;
    view.dispatch({ selection: chosen(doc, !!clause, !!at.fresh) });
    view.focus();
    return () => {
      done = true;
      view.destroy();
    };
  }, []); // eslint-disable-line react-hooks/exhaustive-deps
  return (
    <div className="lineedit editor" data-testid="line" style={place} onClick={(e) => e.stopPropagation()} onPointerDown={(e) => e.stopPropagation()} onDoubleClick={(e) => e.stopPropagation()} onKeyDown={(e) => e.stopPropagation()}>
      {clause && <b>{clause.word}</b>}
      <div ref={box} />
      <button className="mini" onMouseDown={(e) => e.preventDefault()} onClick={() => pick(true)} title="pick a character, place, item or value in the world (Alt P)" aria-label="pick in the world">pick</button>
      {picking && <Picker close={() => pick(false)} take={(text) => {
        const view = editor.current!;
        const main = view.state.selection.main;
        const { from, to } = (main.empty && view.state.wordAt(main.head)) || main; // the name that the cursor is at
        view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from, head: from + text.length } });
        pick(false);
      }} />}
      {refused && <p className="fault" role="alert">{refused}</p>}
    </div>
  );
}

/** What is selected at first: the placeholder of what was just inserted, the value of a clause, or nothing, at the end. */
function chosen(doc: string, whole: boolean, inserted: boolean) {
  if (!inserted && !whole) return { anchor: doc.length };
  const fresh = /\bnew_\w+/.exec(doc);
  if (fresh) return { anchor: fresh.index, head: fresh.index + fresh[0].length };
  const args = /\((.+)\)/.exec(doc);
  if (!whole && args) return { anchor: args.index + 1, head: args.index + 1 + args[1]!.length };
  return whole ? { anchor: 0, head: doc.length } : { anchor: doc.length };
}
