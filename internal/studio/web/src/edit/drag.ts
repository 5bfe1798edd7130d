import type { Draft } from "./draft";

const slack = 5;
const reach = 160;
const edge = 24;

/** Drops the click that the end of a drag makes, if it makes one. */
export function swallow() {
  const stop = (e: Event) => e.stopPropagation();
  window.addEventListener("click", stop, true);
  setTimeout(() => window.removeEventListener("click", stop, true));
}

/** Moves a statement with the mouse: the slots where it can stand light up, and it drops into the nearest. */
export function drag(draft: Draft, outer: HTMLElement, down: React.PointerEvent) {
  const t = down.target as HTMLElement;
  const item = t.closest<HTMLElement>(".item");
  if (!item || down.button !== 0 || t.closest(".slot, .flag, .lineedit, .lens")) return;
  const path = item.dataset.path!;
  const part = draft.part(path);
  if (!part) return;
  let ghost: HTMLElement | undefined;
  let slots: { e: HTMLElement; left: number; right: number; y: number }[] = [];
  let readAt = 0; // where the canvas was scrolled to when their places were read
  let target: HTMLElement | undefined;
  let frame = 0;
  let last = down.nativeEvent;
  const upright = part.group === "method";
  const home = item.getBoundingClientRect();

  const begin = () => {
    draft.set({ overlay: undefined });
    const parent = draft.parent(path)?.path ?? "";
    const free = part.group === "node" || part.group === "subtask" || part.group === "step" || part.group === "symbol" || part.group === "declaration";
    slots = [...outer.querySelectorAll<HTMLElement>(".slot")].filter((e) => {
      const into = e.dataset.parent!;
      return e.dataset.takes === part.group && (free || into === parent) && into !== path && !into.startsWith(`${path} / `) && !into.startsWith(`${path}.`) && e.dataset.before !== path && e.dataset.after !== path;
    }).map((e) => ({ e, left: 0, right: 0, y: 0 }));
    read();
    for (const s of slots) s.e.classList.add("lit");
    ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.textContent = part.head;
    document.body.append(ghost);
    outer.classList.add("dragging");
    item.classList.add("dragged");
  };
  /** Reads the places of the slots: again after scrolling, when statements that come into view get their true size. */
  const read = () => {
    readAt = outer.scrollTop;
    for (const s of slots) {
      const r = s.e.getBoundingClientRect();
      [s.left, s.right, s.y] = [r.left + outer.scrollLeft, r.right + outer.scrollLeft, r.top + r.height / 2 + outer.scrollTop];
    }
  };
  const paint = () => {
    frame = 0;
    if (!ghost) return;
    const x = upright ? home.left + 10 : last.clientX;
    ghost.style.transform = `translate(${x + 12}px, ${last.clientY + 8}px)`;
    const box = outer.getBoundingClientRect();
    const top = outer.scrollTop;
    if (last.clientY < box.top + edge) outer.scrollTop -= 8;
    if (last.clientY > box.bottom - edge) outer.scrollTop += 8;
    if (outer.scrollTop !== top) frame = requestAnimationFrame(paint); // it goes on while the mouse stays there
    if (outer.scrollTop !== readAt) read();
    let best: HTMLElement | undefined;
    let nearest = reach;
    for (const s of slots) {
      const x = last.clientX + outer.scrollLeft;
      const beside = upright ? 0 : Math.max(s.left - x, x - s.right, 0);
      const d = Math.hypot(beside, s.y - outer.scrollTop - last.clientY) + (s.right - s.left) / 1000; // of two in the same place the inner one
      if (d < nearest) [best, nearest] = [s.e, d];
    }
    if (best === target) return;
    target?.classList.remove("target");
    (target = best)?.classList.add("target");
  };
  const move = (e: PointerEvent) => {
    last = e;
    if (!ghost && Math.hypot(e.clientX - down.clientX, e.clientY - down.clientY) > slack) begin();
    if (ghost && !frame) frame = requestAnimationFrame(paint);
  };
  const end = (drop: boolean) => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", cancel);
    window.removeEventListener("keydown", key, true);
    cancelAnimationFrame(frame);
    if (!ghost) return;
    if (drop) paint();
    ghost.remove();
    outer.classList.remove("dragging");
    item.classList.remove("dragged");
    for (const s of slots) s.e.classList.remove("lit", "target");
    if (drop) swallow();
    else window.addEventListener("pointerup", swallow, { once: true });
    setTimeout(() => window.dispatchEvent(new Event("dragged")));
    const to = target;
    if (drop && to) void draft.act(async () => void (await draft.apply([{ op: "move", at: path, before: to.dataset.before, after: to.dataset.after, into: to.dataset.into, over: true }])));
  };
  const up = () => end(true);
  const cancel = () => end(false);
  const key = (e: KeyboardEvent) => {
    if (e.key !== "Escape") return;
    e.stopPropagation();
    end(false);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", cancel);
  window.addEventListener("keydown", key, true);
}
