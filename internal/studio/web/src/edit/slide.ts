import { isolateHistory, undo } from "@codemirror/commands";
import { Transaction, type Text } from "@codemirror/state";
import type { Op } from "../net/wire";
import { ask } from "../state/studio";
import { joined } from "../text/editor";
import { changeOf, type Draft } from "./draft";

/**
 * A change that goes on while something is dragged, or a key is held: the text follows, and all of it is one step of
 * undo. Operations lead from the text at its beginning, so that nothing adds up; of those that come while one is carried
 * out, the last counts.
 */
export class Slide {
  private base: Text;
  private shown: Text; // the text that the last operations led to
  private began = Date.now();
  private wrote = false;
  private next?: Op[];
  private working?: Promise<void>;

  constructor(private draft: Draft) {
    this.base = this.shown = draft.view.state.doc;
  }

  /** Whether nobody else has changed the text. */
  get whole(): boolean {
    return this.draft.view.state.doc === this.shown;
  }

  put(ops: Op[]): Promise<void> {
    this.next = ops;
    return (this.working ??= this.draft.act(() => this.work()).finally(() => {
      this.working = undefined;
      if (this.next) return this.put(this.next); // it has come in between
    }));
  }

  private async work() {
    const { view, file } = this.draft;
    while (this.next) {
      const ops = this.next;
      this.next = undefined;
      const e = await ask({ op: "edit", file, text: this.base.toString(), ops });
      if (!this.whole) return void (this.next = undefined); // it was written meanwhile, which counts
      const wrong = e.findings.find((f) => f.severity === "error");
      this.draft.set({ refused: wrong?.message });
      const present = this.shown.toString();
      if (wrong || e.text === present) continue;
      view.dispatch({ changes: changeOf(present, e.text), annotations: [Transaction.time.of(this.began), this.wrote ? joined.of(true) : isolateHistory.of("before")] });
      this.wrote = true;
      this.shown = view.state.doc;
      await this.draft.settled();
    }
  }

  /** What is changed next is another step. */
  async end(): Promise<void> {
    await this.working;
    this.draft.view.dispatch({ annotations: isolateHistory.of("full") });
  }

  /** Takes everything back. */
  async cancel(): Promise<void> {
    this.next = undefined;
    await this.working;
    await this.draft.act(async () => {
      if (this.wrote && this.whole) undo(this.draft.view);
      this.draft.set({ refused: undefined });
      await this.draft.settled();
    });
  }
}
