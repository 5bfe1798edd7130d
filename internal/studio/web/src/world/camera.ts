import type { Land } from "../net/wire";

const least = 0.5;
const most = 160;
/** Small lands are not blown up beyond this, in pixels for a metre. */
const mostWhole = 44;
const edge = 26;

/** How metres become pixels: those of the picture, from its upper left corner. */
export class Camera {
  x = 0;
  y = 0;
  scale = 10;
  width = 1;
  height = 1;
  /** All of the land is shown, also when the page changes its size. */
  isWhole = true;

  resize(width: number, height: number) {
    const [x, y] = this.toWorld(this.width / 2, this.height / 2);
    this.width = width;
    this.height = height;
    this.look(x, y);
  }

  whole(land: Land) {
    const [w, h] = [Math.max(land.max[0] - land.min[0], 1), Math.max(land.max[1] - land.min[1], 1)];
    this.scale = Math.min(mostWhole, Math.max(least, Math.min((this.width - 2 * edge) / w, (this.height - 2 * edge) / h)));
    this.look((land.min[0] + land.max[0]) / 2, (land.min[1] + land.max[1]) / 2);
    this.isWhole = true;
  }

  /** Puts a point of the land into the middle. */
  look(x: number, y: number) {
    this.x = this.width / 2 - x * this.scale;
    this.y = this.height / 2 - y * this.scale;
  }

  pan(dx: number, dy: number) {
    this.x += dx;
    this.y += dy;
    this.isWhole = false;
  }

  /** Zooms about a pixel, which keeps its position. */
  zoom(px: number, py: number, by: number) {
    const next = Math.min(Math.max(this.scale * by, least), most);
    const f = next / this.scale;
    this.x = px - (px - this.x) * f;
    this.y = py - (py - this.y) * f;
    this.scale = next;
    this.isWhole = false;
  }

  toScreen(x: number, y: number): [number, number] {
    return [x * this.scale + this.x, y * this.scale + this.y];
  }

  toWorld(px: number, py: number): [number, number] {
    return [(px - this.x) / this.scale, (py - this.y) / this.scale];
  }

  /** The camera in the address: the centre, and pixels per metre. */
  text(): string | undefined {
    if (this.isWhole) return undefined;
    const [x, y] = this.toWorld(this.width / 2, this.height / 2);
    return [x, y, this.scale].map((n) => n.toFixed(1)).join("_");
  }

  /** Goes to what the address says; false: it says nothing. */
  read(text: string | undefined): boolean {
    const n = (text ?? "").split("_").map(Number);
    if (n.length !== 3 || !n.every(Number.isFinite)) return false;
    this.scale = Math.min(Math.max(n[2]!, least), most);
    this.look(n[0]!, n[1]!);
    this.isWhole = false;
    return true;
  }
}

/** A round length for a scale of so many pixels for a metre, in metres. */
export function roundLength(scale: number, atLeast: number): number {
  const wanted = atLeast / scale;
  const ten = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((n) => n * ten).find((n) => n >= wanted * 0.999) ?? 10 * ten;
}
