import type { Op, Sketched } from "../net/wire";
import type { Choice, Draft } from "./draft";

/** What a selected statement can be wrapped in. */
const wraps: Record<string, string[]> = {
  node: ["sequence", "selector", "parallel", "invert", "repeat 3", "retry 3", "timeout 5s", "cooldown 5s"],
  subtask: ["unordered", "ordered"],
};

/** The selected statements without those within others, from top to bottom. */
function outermost(d: Draft): Sketched[] {
  const list = d.get().selected.map((p) => d.part(p)).filter((p) => p !== undefined);
  return list.filter((p) => !list.some((q) => q !== p && q.start <= p.start && p.end <= q.end)).sort((a, b) => a.start - b.start);
}

export function remove(d: Draft) {
  void d.act(async () => {
    const ops = outermost(d).reverse().map((p): Op => ({ op: "remove", at: p.path }));
    await d.applyAll(ops);
  });
}

/** Moves the selected statement by a place among those of its kind. */
export function shift(d: Draft, by: 1 | -1) {
  void d.act(async () => {
    const p = d.primary();
    if (!p) return;
    const list = d.siblings(p.path);
    const to = list[list.findIndex((s) => s.path === p.path) + by];
    if (to) await d.apply([{ op: "move", at: p.path, ...(by < 0 ? { before: to.path } : { after: to.path }) }]);
  });
}

export function duplicate(d: Draft) {
  void d.act(async () => {
    const p = d.primary();
    if (p) await d.apply([{ op: "duplicate", at: p.path }]);
  });
}

export function disable(d: Draft) {
  void d.act(async () => {
    const ops = outermost(d).filter((p) => p.group === "node").map((p): Op => ({ op: "disable", at: p.path, off: !!p.off }));
    await d.applyAll(ops);
  });
}

export function unwrap(d: Draft) {
  void d.act(async () => {
    const p = d.primary();
    if (p) await d.apply([{ op: "unwrap", at: p.path }]);
  });
}

/** What the selection can be wrapped in. Several statements are wrapped together if they stand next to each other. */
export function wrapChoices(d: Draft): Choice[] {
  const list = outermost(d);
  const [first, last] = [list[0], list.at(-1)];
  return (wraps[first?.group ?? ""] ?? []).map((text) => ({
    label: text,
    run: () => void d.act(async () => {
      d.set({ overlay: undefined });
      if (first) await d.apply([{ op: "wrap", at: first.path, ...(last !== first && { through: last!.path }), text }]);
    }),
  }));
}

export function canWrap(p: Sketched): boolean {
  return p.group in wraps;
}

export function canUnwrap(p: Sketched): boolean {
  return p.takes !== undefined && p.group in wraps && p.kind !== "call";
}

/** The text of the selected statements, as the clipboard has it. */
export function copied(d: Draft): string {
  return outermost(d).map((p) => d.text(p)).join("\n");
}

/** Inserts a text behind the selected statement, or into it, or at the end of the file: where it can stand first. */
export function paste(d: Draft, text: string) {
  void d.act(async () => {
    const p = d.primary();
    const tries: Op[] = [];
    if (p) tries.push({ op: "insert", after: p.path, text, over: true });
    if (p?.takes) tries.push({ op: "insert", into: p.path, text, over: true });
    tries.push({ op: "insert", text });
    let refused: string | undefined;
    for (const op of tries) {
      if (await d.apply([op])) return;
      refused ??= d.get().refused;
    }
    d.set({ refused }); // why it cannot stand where it was to
  });
}

/** Replaces the line of a statement; what is in its braces stays. */
export function rewrite(d: Draft, path: string, line: string): Promise<boolean> {
  return new Promise((done) => {
    void d.act(async () => {
      const p = d.part(path);
      if (!p) d.set({ refused: "the statement is not there any more" });
      const ok = p !== undefined && ((line.trim() === p.head.trim()) || (await d.apply([{ op: "replace", at: path, text: line.trim() + d.view.state.sliceDoc(p.headEnd, p.end) }])) !== undefined);
      done(ok);
    });
  });
}

/** Sets a clause; an empty value takes it away. */
export function setClause(d: Draft, path: string, clause: string, value: string): Promise<boolean> {
  return new Promise((done) => {
    void d.act(async () => {
      done((await d.apply([{ op: "set", at: path, clause, ...(value.trim() && { value: value.trim() }) }])) !== undefined);
    });
  });
}
