/** Pointer gestures on the canvas. Coordinates are in pixels of the canvas. */
export interface Gestures {
  /** A character under a pixel. */
  hit(x: number, y: number): string | undefined;
  /** Characters can be put somewhere else. */
  movable(): boolean;
  pan(dx: number, dy: number): void;
  zoom(x: number, y: number, by: number): void;
  hover(name: string | undefined, x?: number, y?: number): void;
  click(name: string | undefined): void;
  twice(name: string | undefined): void;
  /** Asks about what is at a pixel. */
  question(x: number, y: number): void;
  drag(name: string, x: number, y: number): void;
  /** Drops the dragged character; undefined: it stays where it was. */
  drop(name: string, at: [number, number] | undefined): void;
}

/** How far the pointer goes before it drags. */
const slack = 4;

interface Hold {
  x: number;
  y: number;
  name?: string;
  moved: boolean;
}

/** Listens to a canvas; the answer ends that. */
export function listen(canvas: HTMLCanvasElement, to: Gestures): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let hold: Hold | undefined;

  const cursor = (name: string | undefined) => {
    canvas.style.cursor = hold?.moved ? "grabbing" : name ? (to.movable() ? "move" : "pointer") : "grab";
  };
  const letGo = (at?: [number, number]) => {
    if (hold?.moved && hold.name) to.drop(hold.name, at);
    hold = undefined;
  };
  const down = (e: PointerEvent) => {
    if (e.button !== 0) return;
    canvas.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, { x: e.offsetX, y: e.offsetY });
    if (fingers.size > 1) letGo();
    else hold = { x: e.offsetX, y: e.offsetY, name: to.hit(e.offsetX, e.offsetY), moved: false };
  };
  const move = (e: PointerEvent) => {
    const [x, y] = [e.offsetX, e.offsetY];
    const finger = fingers.get(e.pointerId);
    if (finger && fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== e.pointerId)![1];
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const now = Math.hypot(x - other.x, y - other.y);
      if (before > 0) to.zoom((x + other.x) / 2, (y + other.y) / 2, now / before);
      to.pan((x - finger.x) / 2, (y - finger.y) / 2);
      fingers.set(e.pointerId, { x, y });
      return;
    }
    if (!hold) {
      const name = to.hit(x, y);
      to.hover(name, x, y);
      cursor(name);
      return;
    }
    if (!hold.moved && Math.hypot(x - hold.x, y - hold.y) < slack) return;
    if (!hold.moved && hold.name && !to.movable()) hold.name = undefined; // then the ground is dragged
    hold.moved = true;
    cursor(hold.name);
    if (hold.name) to.drag(hold.name, x, y);
    else {
      to.pan(x - hold.x, y - hold.y);
      [hold.x, hold.y] = [x, y];
    }
    to.hover(hold.name, x, y);
  };
  const up = (e: PointerEvent) => {
    fingers.delete(e.pointerId);
    if (hold && !hold.moved && e.shiftKey) to.question(e.offsetX, e.offsetY);
    else if (hold && !hold.moved) to.click(hold.name);
    letGo([e.offsetX, e.offsetY]);
    cursor(to.hit(e.offsetX, e.offsetY));
  };
  const cancel = (e: PointerEvent) => {
    fingers.delete(e.pointerId);
    letGo();
  };
  const escape = (e: KeyboardEvent) => {
    if (e.key !== "Escape" || !hold?.moved) return;
    letGo();
    cursor(undefined);
  };
  const leave = () => !hold && to.hover(undefined);
  const twice = (e: MouseEvent) => to.twice(to.hit(e.offsetX, e.offsetY));
  const question = (e: MouseEvent) => {
    e.preventDefault();
    to.question(e.offsetX, e.offsetY);
  };
  const wheel = (e: WheelEvent) => {
    e.preventDefault();
    to.zoom(e.offsetX, e.offsetY, Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0015))); // a pinch comes as a wheel with Ctrl
  };
  const events: [string, (e: never) => void][] = [
    ["pointerdown", down], ["pointermove", move], ["pointerup", up], ["pointercancel", cancel], ["pointerleave", leave], ["dblclick", twice], ["contextmenu", question],
  ];
  for (const [name, on] of events) canvas.addEventListener(name, on as EventListener);
  canvas.addEventListener("wheel", wheel, { passive: false });
  window.addEventListener("keydown", escape);
  return () => window.removeEventListener("keydown", escape);
}
