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

/** Collapses the selected statement, or expands it. */
export function fold(d: Draft, path = d.primary()?.path) {
  void d.act(async () => {
    const p = d.part(path);
    if (p?.takes) await d.apply([{ op: "mark", at: p.path, to: "collapsed", off: !!p.closed }]);
    else if (p) d.set({ refused: "only a statement with braces can be collapsed" });
  });
}

/** The frame that the selected statement stands in: its title, and its first statement. */
export function frameOf(d: Draft): { title: string; at: string } | undefined {
  const p = d.primary();
  const list = p ? d.siblings(p.path) : [];
  let found: Sketched | undefined;
  for (const l of list) {
    if (l.frame !== undefined) found = l;
    if (l === p) return found && { title: found.frame!, at: found.path };
    if (found && found.until === l.path) found = undefined;
  }
  return undefined;
}

/** Puts a frame around the selected statements, or gives the one that they stand in another title; without a title it is taken away. */
export function frame(d: Draft, title: string): Promise<boolean> {
  return new Promise((done) => {
    void d.act(async () => {
      const list = outermost(d);
      const [first, last] = [list[0], list.at(-1)];
      const has = list.length === 1 ? frameOf(d) : undefined;
      const ops: Op[] = [];
      if (has && !title) ops.push({ op: "mark", at: has.at, to: "frame", off: true });
      else if (has) ops.push({ op: "mark", at: has.at, through: d.part(has.at)!.until, to: "frame", name: title });
      else if (first && title) ops.push({ op: "mark", at: first.path, ...(last !== first && { through: last!.path }), to: "frame", name: title });
      done(ops.length === 0 || (await d.apply(ops)) !== undefined);
    });
  });
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
