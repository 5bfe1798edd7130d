import type { Figure } from "../net/wire";

/** A character that has moved farther between two frames has not walked: it is shown at its new position. */
const jump = 4;
/** How long the way between two pictures may take to be shown, in milliseconds. */
const longest = 250;

/** Where figures are shown: between two pictures, on the way from the one to the other. */
export class Motion {
  figures: Figure[] = [];
  x = new Float64Array(0);
  y = new Float64Array(0);
  /** Where each looks, in radians. */
  look = new Float64Array(0);
  private from: [Float64Array, Float64Array, Float64Array] = [this.x, this.y, this.look];
  private places = new Map<string, number>();
  private began = 0;
  private taken = 0;
  private lasts = 100;
  private moving = false;

  /** Takes a picture; smooth: figures walk there from where they are shown. */
  take(figures: Figure[], smooth: boolean, now: number) {
    if (figures === this.figures) return;
    this.advance(now);
    const gap = now - this.taken;
    this.taken = now;
    if (gap < 4 * longest) this.lasts += (Math.min(gap, longest) - this.lasts) * 0.3;
    const [x, y, look] = [this.x, this.y, this.look];
    const n = figures.length;
    this.x = new Float64Array(n);
    this.y = new Float64Array(n);
    this.look = new Float64Array(n);
    this.from = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
    const places = new Map<string, number>();
    this.moving = false;
    figures.forEach((f, i) => {
      const at = Math.atan2(f.f[1], f.f[0]);
      const was = f.n ? this.places.get(f.n) : undefined;
      if (f.n) places.set(f.n, i);
      const walks = smooth && was !== undefined && Math.hypot(x[was]! - f.x, y[was]! - f.y) < jump;
      this.from[0][i] = walks ? x[was]! : f.x;
      this.from[1][i] = walks ? y[was]! : f.y;
      this.from[2][i] = walks ? look[was]! : at;
      if (walks && (x[was] !== f.x || y[was] !== f.y || look[was] !== at)) this.moving = true;
    });
    this.figures = figures;
    this.places = places;
    this.began = now;
    this.settle(this.moving ? 0 : 1);
  }

  /** Advances to a time; false: all characters are at the positions of the frame. */
  advance(now: number): boolean {
    if (!this.moving) return false;
    const t = Math.min(1, (now - this.began) / Math.max(16, this.lasts));
    if (t >= 1) this.moving = false;
    this.settle(t);
    return this.moving;
  }

  /** The place of a character in the picture; undefined: it is not there. */
  place(name: string | undefined): number | undefined {
    return name === undefined ? undefined : this.places.get(name);
  }

  private settle(t: number) {
    const [x, y, look] = this.from;
    this.figures.forEach((f, i) => {
      this.x[i] = x[i]! + (f.x - x[i]!) * t;
      this.y[i] = y[i]! + (f.y - y[i]!) * t;
      const turn = Math.atan2(f.f[1], f.f[0]) - look[i]!;
      this.look[i] = look[i]! + Math.atan2(Math.sin(turn), Math.cos(turn)) * t;
    });
  }
}
