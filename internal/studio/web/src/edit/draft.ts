import { isolateHistory, redo, undo } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { useSyncExternalStore } from "react";
import type { Insertable, NodeMark, Op, Sketched, Slot } from "../net/wire";
import { ask } from "../state/studio";
import type { Found } from "../text/editor";
import { offset } from "../text/editor";
import { matched, reused } from "./parts";

/** What lies over the canvas: the palette of a slot, a list of choices, or the editor of a line. */
export type Overlay =
  | { kind: "palette"; slot: Slot; title: string; x: number; y: number; typed?: string; fault?: string }
  | { kind: "menu"; title: string; items: Choice[]; x: number; y: number }
  | { kind: "title"; title: string; x: number; y: number } // of a frame
  | { kind: "line"; path: string; clause?: string; fresh?: boolean }; // fresh: it has just been inserted, with placeholders

export interface Choice {
  label: string;
  doc?: string;
  of?: string;
  refused?: string;
  /** Why the program does not load with it as it is: its line has to be completed. */
  wants?: string;
  run?: () => void;
}

export interface Drawn {
  /** The declarations as they are drawn: objects stay the same while nothing changes in them but their place. */
  parts: Sketched[];
  selected: string[];
  overlay?: Overlay;
  /** Why the last edit was refused. */
  refused?: string;
  findings: Map<string, Found[]>;
  /** What differs from another version of the file, by path. */
  marks?: Map<string, NodeMark>;
  readonly: boolean;
}

/** The text that is being written, as a graph: one for the editor of a page. Edits of the graph are changes of the text. */
export class Draft {
  private drawn: Drawn = { parts: [], selected: [], findings: new Map(), readonly: false };
  private listeners = new Set<() => void>();
  private present: Sketched[] = []; // with the places of the present text
  private byPath = new Map<string, Sketched>();
  private parents = new Map<string, Sketched | undefined>();
  private found: Found[] = [];
  private asking = false;
  private stale = false;
  private whole = true; // the text has no mistakes of syntax
  private queue: Promise<void> = Promise.resolve();
  private held = false; // an edit of the graph says itself what is selected
  /** How often the structure has been drawn, and how long the last one took from the key to the page; for tests. */
  readonly measured = { count: 0, took: 0 };

  constructor(
    readonly view: EditorView,
    readonly file: string,
    readonly: boolean,
  ) {
    this.drawn.readonly = readonly;
    void this.follow();
  }

  subscribe = (l: () => void) => {
    this.listeners.add(l);
    return () => this.listeners.delete(l);
  };

  get = () => this.drawn;

  set(change: Partial<Drawn>) {
    this.drawn = { ...this.drawn, ...change };
    for (const l of this.listeners) l();
  }

  /** Asks for the structure of the text; one question at a time. */
  async follow(): Promise<void> {
    this.stale = true;
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.stale) {
        this.stale = false;
        const began = performance.now();
        const doc = this.view.state.doc;
        const { parts, whole } = await ask({ op: "structure", file: this.file, text: doc.toString() });
        if (this.view.state.doc !== doc) this.stale = true;
        this.whole = whole;
        this.take(parts);
        this.measured.count++;
        this.measured.took = performance.now() - began;
      }
    } catch {
      // the connection is lost: the next change asks again
    } finally {
      this.asking = false;
    }
  }

  private take(parts: Sketched[]) {
    this.present = parts;
    this.byPath.clear();
    this.parents.clear();
    const enter = (list: Sketched[] | undefined, parent?: Sketched) => {
      for (const p of list ?? []) {
        this.byPath.set(p.path, p);
        this.parents.set(p.path, parent);
        enter(p.lines, p);
      }
    };
    enter(parts);
    this.drawn = { ...this.drawn, parts: reused(this.drawn.parts, matched(this.drawn.parts, parts)) };
    this.locate();
    const was = this.drawn.selected;
    const selected = this.held ? was.filter((p) => this.byPath.has(p)) : this.atCursor();
    this.set({ selected: selected.join("\n") === was.join("\n") ? was : selected }); // the canvas scrolls to another selection only
  }

  /** Takes over the findings of the last check. */
  findings(list: Found[]) {
    this.found = list;
    this.locate();
    this.set({});
  }

  /** Shows what differs from another version of the file. */
  mark(list: NodeMark[]) {
    if (list.length > 0 || this.drawn.marks) this.set({ marks: list.length > 0 ? new Map(list.map((m) => [m.path, m])) : undefined });
  }

  private locate() {
    const findings = new Map<string, Found[]>();
    for (const f of this.found) {
      const at = this.partAt(offset(this.view.state.doc, f.line, f.col));
      if (at) findings.set(at.path, [...(findings.get(at.path) ?? []), f]);
    }
    const key = (m: Map<string, Found[]>) => JSON.stringify([...m].map(([p, l]) => [p, l.map((f) => f.message)]));
    if (key(findings) !== key(this.drawn.findings)) this.drawn = { ...this.drawn, findings };
  }

  /** The innermost statement at a place of the text. */
  partAt(pos: number, list: Sketched[] = this.present): Sketched | undefined {
    const p = list.findLast((p) => p.start <= pos && pos <= p.end);
    return p && (this.partAt(pos, p.lines ?? []) ?? p);
  }

  part(path: string | undefined): Sketched | undefined {
    return path === undefined ? undefined : this.byPath.get(path);
  }

  parent(path: string): Sketched | undefined {
    return this.parents.get(path);
  }

  siblings(path: string): Sketched[] {
    const p = this.part(path);
    const list = this.parent(path)?.lines ?? (p?.group === "declaration" ? this.present : []);
    return list.filter((l) => l.body === p?.body);
  }

  primary(): Sketched | undefined {
    return this.part(this.drawn.selected.at(-1));
  }

  private atCursor(): string[] {
    const p = this.partAt(this.view.state.selection.main.head);
    return p ? [p.path] : [];
  }

  /** The cursor of the text has moved. */
  cursor() {
    if (this.held && !this.view.hasFocus) return;
    this.held = false;
    const at = this.atCursor();
    if (at.join() !== this.drawn.selected.join()) this.set({ selected: at });
  }

  /** Selects a statement in the graph; the cursor of the text goes along. */
  select(path: string | undefined, more = false) {
    const p = this.part(path);
    this.held = true;
    if (!p) {
      this.set({ selected: [], refused: undefined });
      return;
    }
    const was = this.drawn.selected.filter((s) => s !== p.path);
    this.view.dispatch({ selection: { anchor: p.start }, effects: EditorView.scrollIntoView(p.start, { y: "nearest", yMargin: 60 }) });
    const selected = !more ? [p.path] : this.drawn.selected.includes(p.path) ? was : [...was, p.path];
    this.set({ selected, refused: undefined });
  }

  text(p: Sketched): string {
    return this.view.state.sliceDoc(p.start, p.end);
  }

  /** Does something after everything that was begun before: edits never overtake each other. */
  act(what: () => Promise<void> | void): Promise<void> {
    this.queue = this.queue.then(what).catch((e: Error) => this.set({ refused: e.message }));
    return this.queue;
  }

  /** Carries out operations as one change of the text, and selects what they were about. */
  async apply(ops: Op[], choice?: Insertable): Promise<string | undefined> {
    for (;;) {
      const doc = this.view.state.doc;
      const e = await ask({ op: "edit", file: this.file, text: doc.toString(), ops, ...(choice && choice.of !== "as written" && { loads: true, else: choice.else ?? [] }) });
      if (this.view.state.doc !== doc) continue; // it was written meanwhile
      const wrong = e.findings.find((f) => f.severity === "error" && f.hint !== undefined) ?? e.findings.find((f) => f.severity === "error");
      if (wrong) {
        const all = e.findings.filter((f) => f.severity === "error").map((f) => f.message);
        this.set({ refused: all.slice(0, 2).join(": ") });
        return undefined;
      }
      this.held = true;
      if (e.changes.length > 0) {
        this.view.dispatch({
          changes: e.changes.map((c) => ({ from: c.from, to: c.to, insert: c.text })),
          selection: { anchor: e.cursor },
          annotations: isolateHistory.of("full"),
          effects: EditorView.scrollIntoView(e.cursor, { y: "nearest", yMargin: 60 }),
        });
      }
      this.held = true;
      this.set({ refused: undefined });
      await this.settled();
      this.select(e.at ?? this.partAt(e.cursor)?.path);
      return e.at;
    }
  }

  /** Carries out operations that do not depend on each other: in a text with mistakes one by one, since only what stands in one declaration can be changed at once there. They are undone together, and if one is refused, none is carried out. */
  async applyAll(ops: Op[]): Promise<void> {
    if (this.whole) {
      if (ops.length > 0) await this.apply(ops);
      return;
    }
    for (;;) {
      const doc = this.view.state.doc;
      const before = doc.toString();
      let text = before;
      let cursor = this.view.state.selection.main.head;
      for (const op of ops) {
        const e = await ask({ op: "edit", file: this.file, text, ops: [op] });
        const wrong = e.findings.filter((f) => f.severity === "error").map((f) => f.message);
        if (e.text === text && wrong.length > 0) {
          this.set({ refused: wrong.slice(0, 2).join(": ") });
          return;
        }
        text = e.text;
        cursor = e.cursor;
      }
      if (this.view.state.doc !== doc) continue; // it was written meanwhile
      this.held = true;
      this.view.dispatch({ changes: changeOf(before, text), selection: { anchor: Math.min(cursor, text.length) }, annotations: isolateHistory.of("full") });
      this.set({ refused: undefined });
      await this.settled();
      this.select(this.partAt(cursor)?.path);
      return;
    }
  }

  /** Waits for the structure of the present text. */
  async settled(): Promise<void> {
    await this.follow();
    while (this.asking) await new Promise((done) => setTimeout(done));
  }

  undo() {
    void this.act(() => this.back(undo));
  }

  redo() {
    void this.act(() => this.back(redo));
  }

  private async back(how: (view: EditorView) => boolean) {
    how(this.view);
    this.held = false;
    this.set({ overlay: undefined, refused: undefined });
    await this.settled();
  }

  /** Inserts what a choice of the palette says. Placeholders are edited next. If the program would not load with it, the palette asks for the rest of its line. */
  insert(choice: Insertable, from: Extract<Overlay, { kind: "palette" }>) {
    void this.act(async () => {
      this.set({ overlay: undefined });
      const op = choice.op;
      const at = op && (await this.apply([op], choice));
      if (op && this.drawn.refused) {
        const line = op.op === "set" ? `${op.clause} ${op.value === true ? "" : op.value}` : (op.text ?? "").replace(/\s*\n\s*/g, " ");
        this.set({ overlay: { ...from, typed: line.trim(), fault: `Complete the line: ${this.drawn.refused}` }, refused: undefined });
      }
      if (!at || !choice.edit) return;
      this.set({ overlay: { kind: "line", path: at, clause: choice.op!.op === "set" ? choice.op!.clause : undefined, fresh: true } });
    });
  }
}

/** The one change that leads from a text to another. */
export function changeOf(from: string, to: string): { from: number; to: number; insert: string } {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

let current: Draft | undefined;
const watchers = new Set<() => void>();

/** Makes a draft the one that the canvas shows; undefined: none. */
export function show(draft: Draft | undefined) {
  current = draft;
  (window as { draft?: Draft }).draft = draft;
  for (const w of watchers) w();
}

export function useDraft(): Draft | undefined {
  return useSyncExternalStore((l) => (watchers.add(l), () => watchers.delete(l)), () => current);
}

export function useDrawn(draft: Draft): Drawn {
  return useSyncExternalStore(draft.subscribe, draft.get);
}
