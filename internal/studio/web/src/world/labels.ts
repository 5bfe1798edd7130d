export type Side = "below" | "above" | "right" | "left" | "middle";

/** A text at a pixel of the picture. */
export interface Label {
  key: string;
  lines: string[];
  x: number;
  y: number;
  /** How far from the pixel it begins. */
  gap: number;
  /** Class of its style. */
  tone: string;
  /** The first ones get the room; from 10 on, a label is shown even without room. */
  rank: number;
  sides: Side[];
}

type Box = [number, number, number, number];

const lineHeight = 14;
const must = 10;

const measure = document.createElement("canvas").getContext("2d")!;
const widths = new Map<string, number>();

function widthOf(text: string, bold: boolean): number {
  const key = bold ? `${text}\n` : text;
  let w = widths.get(key);
  if (w === undefined) {
    if (widths.size > 5000) widths.clear();
    measure.font = `${bold ? "600 " : ""}12px system-ui, sans-serif`;
    w = measure.measureText(text).width;
    widths.set(key, w);
  }
  return w;
}

/** Whether the style of a label makes its first line bold, and the room that it has around its text. */
const isBold = (tone: string) => tone === "own" || tone.endsWith("running");
const around = (tone: string) => (tone === "said" ? 14 : 4);

/** Puts texts over the picture such that none covers another: what finds no room is omitted. */
export class Labels {
  private nodes = new Map<string, { node: HTMLElement; text: string; side: Side }>();
  private list: Label[] = [];
  private taken: Box[] = [];

  constructor(private box: HTMLElement) {}

  begin() {
    this.list = [];
    this.taken = [];
  }

  add(label: Label) {
    this.list.push(label);
  }

  /** Keeps labels off a part of the picture. */
  avoid(x: number, y: number, radius: number) {
    this.taken.push([x - radius, y - radius, x + radius, y + radius]);
  }

  end(width: number, height: number) {
    const before = this.nodes;
    const rank = (l: Label) => l.rank + (before.has(l.key) ? 0.4 : 0); // who was shown stays
    this.list.sort((a, b) => rank(b) - rank(a));
    const used = new Set<string>();
    for (const l of this.list) {
      if (used.has(l.key)) continue;
      const at = this.place(l, width, height);
      if (!at) continue;
      used.add(l.key);
      this.write(l, at);
    }
    for (const [key, { node }] of this.nodes) {
      if (used.has(key)) continue;
      node.remove();
      this.nodes.delete(key);
    }
  }

  private place(l: Label, width: number, height: number): { x: number; y: number; side: Side } | undefined {
    const w = Math.max(...l.lines.map((text, i) => widthOf(text, i === 0 && isBold(l.tone)))) + around(l.tone);
    const h = l.lines.length * lineHeight;
    const was = this.nodes.get(l.key)?.side;
    const sides = was && l.sides.includes(was) ? [was, ...l.sides] : l.sides;
    let first: { x: number; y: number; side: Side; box: Box } | undefined;
    for (const side of sides) {
      const x = side === "right" ? l.x + l.gap : side === "left" ? l.x - l.gap - w : l.x - w / 2;
      const y = side === "below" ? l.y + l.gap : side === "above" ? l.y - l.gap - h : l.y - h / 2;
      const box: Box = [x, y, x + w, y + h];
      if (x < 0 || y < 0 || x + w > width || y + h > height) continue;
      first ??= { x, y, side, box };
      if (this.taken.some((b) => b[0] < box[2] && b[2] > box[0] && b[1] < box[3] && b[3] > box[1])) continue;
      this.taken.push(box);
      return { x, y, side };
    }
    if (!first || l.rank < must) return undefined;
    this.taken.push(first.box);
    return first;
  }

  private write(l: Label, at: { x: number; y: number; side: Side }) {
    let n = this.nodes.get(l.key);
    if (!n) {
      n = { node: document.createElement("div"), text: "", side: at.side };
      this.nodes.set(l.key, n);
      this.box.appendChild(n.node);
      n.node.dataset.key = l.key;
    }
    n.side = at.side;
    const text = l.lines.join("\n");
    if (n.text !== text) {
      n.text = text;
      n.node.replaceChildren(...l.lines.map((line, i) => Object.assign(document.createElement(i ? "small" : "b"), { textContent: line })));
    }
    const style = `label ${l.tone} ${at.side}`;
    if (n.node.className !== style) n.node.className = style;
    n.node.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`;
  }
}
