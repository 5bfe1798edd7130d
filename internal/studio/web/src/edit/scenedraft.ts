import { isolateHistory, redo, undo } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import type { Land, SceneEdit, SceneHandle, SceneText } from "../net/wire";
import { ask } from "../state/studio";
import { changeOf } from "./draft";

/** What the lens of a scene shows. */
export interface Staged {
  scene?: SceneText;
  /** The land of the last text without mistakes. */
  land?: Land;
  /** The place of the chosen handle in the list. */
  chosen?: number;
  /** Why the last change was refused. */
  refused?: string;
}

/** The text of a scene that is being written, with what stands in it. Changes of the lens are changes of the text. */
export class SceneDraft {
  private state: Staged = {};
  private listeners = new Set<() => void>();
  private asking?: Promise<void>;
  private stale = false;
  private held = false; // the lens itself says what is chosen
  private queue: Promise<void> = Promise.resolve();

  constructor(
    readonly view: EditorView,
    readonly file: string,
    readonly readonly: boolean,
  ) {
    (window as { lens?: SceneDraft }).lens = this; // for tests
    void this.follow();
  }

  subscribe = (l: () => void) => {
    this.listeners.add(l);
    return () => this.listeners.delete(l);
  };

  get = () => this.state;

  set(change: Partial<Staged>) {
    this.state = { ...this.state, ...change };
    for (const l of this.listeners) l();
  }

  /** Asks what stands in the text; one question at a time. It is answered when the lens shows the present text. */
  follow(): Promise<void> {
    this.stale = true;
    return (this.asking ??= this.read().finally(() => (this.asking = undefined)));
  }

  private async read() {
    try {
      while (this.stale) {
        this.stale = false;
        this.take(await ask({ op: "scene", text: this.view.state.doc.toString() }));
      }
    } catch {
      // the connection is lost: the next change asks again
    }
  }

  private take(scene: SceneText, chosen?: number) {
    this.set({ scene, land: scene.land ?? this.state.land, chosen: chosen ?? (this.held && this.state.chosen !== undefined && this.state.chosen < scene.handles.length ? this.state.chosen : this.atCursor(scene)) });
  }

  private atCursor(scene = this.state.scene): number | undefined {
    const { doc, selection } = this.view.state;
    const line = doc.lineAt(selection.main.head).number;
    const at = scene?.handles.findIndex((h) => h.line === line) ?? -1;
    return at < 0 ? undefined : at;
  }

  /** The cursor of the text has moved: what stands in its line is chosen. */
  cursor() {
    if (this.held && !this.view.hasFocus) return;
    this.held = false;
    this.set({ chosen: this.atCursor() });
  }

  /** Chooses something; the cursor of the text goes along. */
  choose(index: number | undefined) {
    const handle = index === undefined ? undefined : this.state.scene?.handles[index];
    this.held = true;
    this.set({ chosen: handle && index, refused: undefined });
    if (handle) this.reveal(handle.line);
  }

  private reveal(line: number) {
    const at = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines)).from;
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "nearest", yMargin: 60 }) });
  }

  /** Changes the text: one step of undo. Changes are made one after the other. */
  change(edit: SceneEdit): Promise<void> {
    return this.changeAs(() => edit);
  }

  /** Changes what is chosen once the changes before are made: keys may come faster than those. */
  changeChosen(make: (index: number, handle: SceneHandle) => SceneEdit): Promise<void> {
    return this.changeAs(({ scene, chosen }) => {
      const handle = chosen === undefined ? undefined : scene?.handles[chosen];
      return handle && make(chosen!, handle);
    });
  }

  private changeAs(make: (now: Staged) => SceneEdit | undefined): Promise<void> {
    return (this.queue = this.queue.then(() => this.carryOut(make)).catch((e: Error) => this.set({ refused: e.message })));
  }

  private async carryOut(make: (now: Staged) => SceneEdit | undefined) {
    await this.follow();
    const edit = make(this.state);
    if (!edit) return;
    const doc = this.view.state.doc;
    const scene = await ask({ op: "scene", text: doc.toString(), scene: edit });
    if (this.view.state.doc !== doc) throw new Error("the text was changed meanwhile"); // the handle may be another
    this.held = true;
    this.view.dispatch({ changes: changeOf(doc.toString(), scene.text), annotations: isolateHistory.of("full") });
    this.held = true;
    this.set({ refused: undefined });
    this.take(scene, scene.chosen < 0 ? undefined : scene.chosen);
    if (scene.chosen >= 0) this.reveal(scene.handles[scene.chosen]!.line);
    else this.set({ chosen: undefined });
    await this.follow();
  }

  /** Waits until all changes are made and shown; for tests. */
  async settled() {
    await this.queue;
    await this.follow();
  }

  undo() {
    this.back(undo);
  }

  redo() {
    this.back(redo);
  }

  private back(how: (view: EditorView) => boolean) {
    this.queue = this.queue.then(async () => {
      how(this.view);
      this.set({ refused: undefined });
      await this.follow();
    });
  }

  /** The findings stand at their lines of the text, and the lens says the first. */
  findings() {}

  /** Nothing is marked: a scene has no statements. */
  mark() {}
}
