import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import "../style/edit.css";
import type { Slot } from "../net/wire";
import { canUnwrap, canWrap, copied, disable, duplicate, fold, frameOf, paste, remove, shift, unwrap, wrapChoices } from "./actions";
import { drag } from "./drag";
import { useDrawn, type Draft, type Overlay } from "./draft";
import { AroundContext, Framed, Gap, Item, nameSlot } from "./item";
import { Lamps } from "./lamps";
import { LineEditor } from "./line";
import { Follow } from "./live";
import { Palette } from "./palette";
import { flat, offstage } from "./parts";
import { TitleEditor } from "./title";

/** The text as a graph that can be edited. */
export function Canvas({ draft, save }: { draft: Draft; save: () => void }) {
  const drawn = useDrawn(draft);
  const { parts, selected, overlay, findings, marks, readonly, refused } = drawn;
  const box = useRef<HTMLDivElement>(null);
  const element = useCallback((path: string | undefined) => (path === undefined ? null : box.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ?? null), []);
  /** What shows a statement: one in a collapsed statement is shown by that. */
  const shownBy = useCallback((path: string | undefined) => {
    for (let at = path; at !== undefined; at = draft.parent(at)?.path) {
      const e = element(at);
      if (e) return e;
    }
    return null;
  }, [draft, element]);
  const around = useMemo(() => ({ findings, readonly }), [findings, readonly]);
  const primary = draft.primary();

  const pressed = useRef(false); // a click has begun: what it is on stays under the mouse
  // Selection is painted past React: thousands of nodes need not be looked at for it.
  const painted = useRef<HTMLElement[]>([]);
  useLayoutEffect(() => {
    for (const e of painted.current) e.classList.remove("selected"), e.removeAttribute("aria-selected");
    painted.current = selected.map(shownBy).filter((e) => e !== null);
    for (const e of painted.current) e.classList.add("selected"), e.setAttribute("aria-selected", "true");
  }, [selected, parts, shownBy, overlay]);
  useEffect(() => {
    if (!pressed.current) shownBy(selected.at(-1))?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [selected, shownBy]);

  useEffect(() => {
    const release = () => (pressed.current = false);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, []);

  const marked = useRef<HTMLElement[]>([]);
  useLayoutEffect(() => {
    for (const e of marked.current) delete e.dataset.mark, e.removeAttribute("aria-description");
    marked.current = [];
    for (const [path, m] of marks ?? []) {
      const e = m.what === "removed" ? null : element(path);
      if (!e) continue;
      e.dataset.mark = m.what;
      e.setAttribute("aria-description", m.old ? `${m.what}: it was ${m.old}` : m.what);
      marked.current.push(e);
    }
  }, [marks, parts, element]);

  const focus = useCallback(() => box.current?.focus({ preventScroll: true }), []);
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current && !overlay && !draft.view.hasFocus) focus(); // its keys go on working
    opened.current = overlay !== undefined;
  }, [overlay, focus, draft]);
  const close = useCallback(() => draft.set({ overlay: undefined, refused: undefined }), [draft]);
  const palette = useCallback((slot: Slot, title: string, x: number, y: number) => draft.set({ overlay: { kind: "palette", slot, title, x, y }, refused: undefined }), [draft]);

  /** Opens the palette beside the selected statement, in it, above it, or for its clauses. */
  const insert = (where: "after" | "into" | "before" | "clause") => {
    const p = draft.primary();
    const r = (element(p?.path) ?? box.current!).getBoundingClientRect();
    const slot: Slot = !p ? {} : where === "into" && p.takes ? { into: p.path } : where === "into" ? { after: p.path } : { [where]: p.path };
    palette(slot, !p ? "new declaration" : where === "clause" ? `clause of ${p.head}` : `${where === "into" && p.takes ? "in" : where === "before" ? "before" : "after"} ${p.head}`, r.left + 20, p ? r.bottom : r.top + 40);
  };
  const menu = (title: string, items: Extract<Overlay, { kind: "menu" }>["items"], near: HTMLElement) => {
    const r = near.getBoundingClientRect();
    draft.set({ overlay: { kind: "menu", title, items, x: r.left, y: r.bottom + 2 } });
  };
  const edit = (clause?: string) => {
    const p = draft.primary();
    if (p && !readonly) draft.set({ overlay: { kind: "line", path: p.path, clause } });
  };
  const wrap = () => {
    const e = element(draft.primary()?.path);
    if (e) menu("wrap in", wrapChoices(draft), e);
  };
  const title = () => {
    const p = draft.primary();
    if (!p) return;
    const r = (shownBy(p.path) ?? box.current!).getBoundingClientRect();
    draft.set({ overlay: { kind: "title", title: (draft.get().selected.length === 1 && frameOf(draft)?.title) || "", x: r.left + 20, y: r.bottom }, refused: undefined });
  };
  const fixes = (path: string, near: HTMLElement) =>
    menu("findings", (findings.get(path) ?? []).flatMap((f) => [
      ...f.fixes.map((x) => ({ label: `replace ${x.old} by ${x.text}`, doc: f.message, of: "fix", run: () => void draft.act(async () => {
        draft.view.dispatch({ changes: { from: x.from, to: x.to, insert: x.text } });
        draft.set({ overlay: undefined });
        await draft.settled();
      }) })),
      { label: f.message, refused: f.hint ?? f.code, of: f.severity },
    ]), near);

  const step = (by: 1 | -1) => {
    const all = flat(draft.get().parts).filter((p) => draft.part(p.path)); // without what a mistake hides
    const at = all.findIndex((p) => p.path === draft.primary()?.path);
    const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by];
    if (next) draft.select(next.path);
  };
  const press = (e: React.KeyboardEvent) => {
    if (overlay?.kind === "line" && e.key === "Escape") close();
    if (overlay || (e.target as HTMLElement).closest("input, .cm-editor")) return;
    const mod = e.ctrlKey || e.metaKey;
    const p = draft.primary();
    const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    const keys: Record<string, (() => void) | undefined> = mod
      ? { z: e.shiftKey ? () => draft.redo() : () => draft.undo(), y: () => draft.redo(), d: () => duplicate(draft), s: save, a: () => draft.set({ selected: parts.map((q) => q.path) }) }
      : e.altKey
        ? { ArrowUp: () => shift(draft, -1), ArrowDown: () => shift(draft, 1) }
        : {
            ArrowDown: () => step(1), ArrowUp: () => step(-1),
            ArrowLeft: () => p && draft.select(draft.parent(p.path)?.path ?? p.path), ArrowRight: () => p?.lines && (p.closed ? fold(draft) : draft.select(p.lines[0]!.path)),
            Insert: () => insert(e.shiftKey ? "into" : "after"), n: () => insert(e.shiftKey ? "into" : "after"), "+": () => insert("clause"),
            Enter: () => edit(), F2: () => edit(), Delete: () => remove(draft), Backspace: () => remove(draft),
            f: () => fold(draft), g: title,
            w: wrap, u: () => unwrap(draft), x: () => disable(draft), Escape: () => draft.select(undefined),
            F6: () => draft.view.focus(),
          };
    const act = keys[key];
    if (!act || (readonly && (e.altKey || !(key.startsWith("Arrow") || key === "F6" || key === "Escape" || key === "a")))) return;
    e.preventDefault();
    e.stopPropagation();
    e.nativeEvent.stopImmediatePropagation();
    act();
  };
  const click = (e: React.MouseEvent) => {
    const t = e.target as HTMLElement;
    focus();
    if (overlay?.kind !== "line") clicked(t, e);
    else void draft.act(() => { if (!draft.get().overlay) clicked(t, e); }); // the line is taken over first; one that is refused stays open
  };
  const clicked = (t: HTMLElement, e: React.MouseEvent) => {
    const slot = t.closest<HTMLElement>(".slot");
    if (slot) {
      const { before, after, into, parent } = slot.dataset;
      palette({ before, after, into }, parent ? `in ${draft.part(parent)?.head ?? parent}` : "new declaration", e.clientX || slot.getBoundingClientRect().left, e.clientY || slot.getBoundingClientRect().bottom);
      return;
    }
    const open = t.closest<HTMLElement>("[data-open]")?.dataset.open;
    if (open && !readonly) return void (draft.select(open), fold(draft, open));
    const begins = t.closest<HTMLElement>("[data-frame]")?.dataset.frame;
    if (begins) return draft.select(begins);
    const flag = t.closest<HTMLElement>(".flag[data-flag]");
    let item = t.closest<HTMLElement>(".item");
    while (item && !draft.part(item.dataset.path)) item = item.parentElement!.closest<HTMLElement>(".item"); // a mistake hides it
    if (item) draft.select(item.dataset.path, e.shiftKey);
    else draft.select(undefined);
    if (flag) fixes(flag.dataset.flag!, flag);
    const clause = t.closest<HTMLElement>(".clause");
    if (clause && !e.shiftKey) edit(clause.dataset.clause);
  };
  const clipboard = (e: React.ClipboardEvent, cut: boolean) => {
    const text = copied(draft);
    if (!text || overlay) return;
    e.preventDefault();
    e.clipboardData.setData("text/plain", text);
    if (cut) remove(draft);
  };

  return (
    <div className="canvas-edit" data-testid="canvas">
      {!readonly && (
        <div className="bar" role="toolbar" aria-label="selected" onMouseDown={(e) => (e.preventDefault(), focus())}>
          {primary ? (
            <>
              <button onClick={() => edit()} title="edit the line (Enter)">edit</button>
              <button onClick={() => shift(draft, -1)} title="move up (Alt ↑)" aria-label="move up">↑</button>
              <button onClick={() => shift(draft, 1)} title="move down (Alt ↓)" aria-label="move down">↓</button>
              <button onClick={() => insert("before")} title="insert above">+ above</button>
              <button onClick={() => insert("after")} title="insert below (n)">+ below</button>
              {primary.takes && <button onClick={() => insert("into")} title="insert into it (Shift N)">+ into</button>}
              <button onClick={() => insert("clause")} title="add a clause to its line (+)">+ clause</button>
              {canWrap(primary) && <button onClick={wrap} title="wrap (w)">wrap</button>}
              {canUnwrap(primary) && <button onClick={() => unwrap(draft)} title="unwrap (u)">unwrap</button>}
              {primary.takes && <button onClick={() => fold(draft)} title={`${primary.closed ? "expand" : "collapse"} (f)`}>{primary.closed ? "expand" : "collapse"}</button>}
              <button onClick={title} title="a frame with a title around what is selected (g)">frame</button>
              <button onClick={() => duplicate(draft)} title="duplicate (Ctrl D)">duplicate</button>
              {primary.group === "node" && <button onClick={() => disable(draft)} title="x">{primary.off ? "enable" : "disable"}</button>}
              <button onClick={() => remove(draft)} title="remove (Delete)">remove</button>
            </>
          ) : (
            <span className="quiet">nothing selected</span>
          )}
          <span className="gap" />
          <Lamps file={draft.file} />
        </div>
      )}
      {readonly && <div className="bar"><Lamps file={draft.file} /></div>}
      {refused && !overlay && <div className="refused" role="alert"><button className="mini" onClick={() => draft.set({ refused: undefined })}>ok</button> {refused}</div>}
      <div ref={box} className="graph-edit" tabIndex={0} role="tree" aria-label="graph" aria-multiselectable
        onKeyDown={press} onClick={click} onDoubleClick={(e) => (e.target as HTMLElement).closest(".item") && !(e.target as HTMLElement).closest(".slot, .clause, .flag") && edit()}
        onMouseOver={(e) => nameSlot(e.target as HTMLElement)} onPointerDownCapture={() => (pressed.current = true)} onPointerDown={(e) => !readonly && drag(draft, box.current!, e)}
        onCopy={(e) => clipboard(e, false)} onCut={(e) => !readonly && clipboard(e, true)} onPaste={(e) => !readonly && !overlay && (e.preventDefault(), paste(draft, e.clipboardData.getData("text/plain")))}>
        <Follow draft={draft} />
        <AroundContext value={around}>
          {parts.length === 0 && <p className="empty">Nothing is declared here yet. Begin with an action, a state and a task, or with a tree: use the button below, or press <kbd>n</kbd>.</p>}
          <div className="cards">
            <Framed list={parts} className="cards" draw={(p) => (
              <div key={p.path} className={`place outer ${p.takes === "node" || p.kind === "brain" || p.kind === "squad" ? "full" : ""}`} style={offstage(p, parts.length)}>
                <Gap takes="declaration" before={p.path} parent="" />
                <Item part={p} />
              </div>
            )} />
          </div>
          <Gap takes="declaration" after={parts.at(-1)?.path} parent="" wide />
        </AroundContext>
        {overlay?.kind === "line" && <LineEditor key={`${overlay.path}/${overlay.clause}`} draft={draft} at={overlay} near={element(overlay.path)} outer={box.current} close={close} refused={refused} />}
      </div>
      {overlay?.kind === "title" && <TitleEditor draft={draft} at={overlay} close={close} />}
      {(overlay?.kind === "palette" || overlay?.kind === "menu") && <Palette key={`${overlay.title}${overlay.x}${overlay.y}${overlay.kind === "palette" ? (overlay.typed ?? "") : ""}`} draft={draft} at={overlay} close={close} />}
    </div>
  );
}
