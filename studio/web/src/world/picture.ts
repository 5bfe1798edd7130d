import "pixi.js/unsafe-eval";
import { Application, Container, Graphics, Text } from "pixi.js";
import type { Eyes, Figure, Land } from "../net/types";
import { colour } from "../state/theme";
import { Crowd } from "./crowd";

const arcSteps = 48;
/** How much room there is around figures where the land has no size, in metres. */
const margin = 5;
const teams = ["figure", "team1", "team2", "team3", "team4"];

/** Draws the world with pixi. Lengths are metres; the camera turns them into pixels. */
export class Picture {
  private app = new Application();
  private camera = new Container();
  private ground = new Graphics();
  private mind = new Graphics();
  private moving = new Graphics();
  private crowd?: Crowd;
  private labels = new Container();
  private names = new Map<string, Text>();
  private ready = false;
  private grows: boolean;
  private gone = false;
  private land: Land;
  private scale = 10;
  private last?: [Figure[], string | undefined, Eyes | undefined];
  private figures: Figure[] = [];
  private observer?: ResizeObserver;
  private repaint = () => {
    if (!this.ready) return;
    this.app.renderer.background.color = colour("stage");
    this.paintGround();
    this.names.forEach((t) => (t.style.fill = colour("text")));
    if (this.last) this.show(...this.last);
    else this.app.render();
  };

  constructor(
    private box: HTMLElement,
    land: Land,
    private pick: (name: string) => void,
  ) {
    this.land = { ...land, min: [...land.min], max: [...land.max] };
    this.grows = land.max[0] <= land.min[0];
    void this.start();
  }

  private async start() {
    await this.app.init({ background: colour("stage"), resizeTo: this.box, antialias: true, autoStart: false, autoDensity: true, resolution: window.devicePixelRatio });
    if (this.gone) {
      this.app.destroy(true);
      return;
    }
    this.ready = true;
    this.box.appendChild(this.app.canvas);
    this.crowd = new Crowd(this.app.renderer);
    this.camera.addChild(this.ground, this.mind, this.crowd.view, this.moving);
    this.app.stage.addChild(this.camera, this.labels);
    this.whole();
    this.listen();
    this.observer = new ResizeObserver(() => {
      this.app.resize();
      this.whole();
    });
    this.observer.observe(this.box);
    window.addEventListener("theme", this.repaint);
  }

  destroy() {
    this.gone = true;
    window.removeEventListener("theme", this.repaint);
    this.observer?.disconnect();
    if (this.ready) this.app.destroy(true, { children: true });
    this.ready = false;
  }

  /** Shows all of the land. */
  private whole() {
    const { width, height } = this.app.screen;
    const [w, h] = [this.land.max[0] - this.land.min[0], this.land.max[1] - this.land.min[1]];
    this.scale = Math.max(0.5, Math.min((width - 60) / w, (height - 70) / h));
    this.camera.scale.set(this.scale);
    this.camera.position.set((width - w * this.scale) / 2 - this.land.min[0] * this.scale, (height - h * this.scale) / 2 - this.land.min[1] * this.scale);
    this.repaint();
  }

  private listen() {
    const canvas = this.app.canvas;
    let from: { x: number; y: number; moved: boolean } | undefined;
    canvas.addEventListener("pointerdown", (e) => {
      from = { x: e.offsetX, y: e.offsetY, moved: false };
      canvas.setPointerCapture(e.pointerId);
    });
    canvas.addEventListener("pointermove", (e) => {
      if (!from) return;
      const [dx, dy] = [e.offsetX - from.x, e.offsetY - from.y];
      if (!from.moved && Math.hypot(dx, dy) < 4) return;
      this.camera.position.set(this.camera.x + dx, this.camera.y + dy);
      from = { x: e.offsetX, y: e.offsetY, moved: true };
      if (this.last) this.show(...this.last);
    });
    canvas.addEventListener("pointerup", (e) => {
      if (from && !from.moved) this.click(e.offsetX, e.offsetY);
      from = undefined;
    });
    canvas.addEventListener("dblclick", () => this.whole());
    canvas.addEventListener("wheel", (e) => {
      e.preventDefault();
      const by = Math.exp(-e.deltaY * 0.0015);
      const next = Math.min(Math.max(this.scale * by, 0.5), 200);
      const f = next / this.scale;
      this.camera.position.set(e.offsetX - (e.offsetX - this.camera.x) * f, e.offsetY - (e.offsetY - this.camera.y) * f);
      this.scale = next;
      this.camera.scale.set(next);
      this.repaint();
    }, { passive: false });
  }

  private click(x: number, y: number) {
    let best: Figure | undefined;
    let least = 18;
    for (const f of this.figures) {
      if (f.i) continue;
      const d = Math.hypot(f.x * this.scale + this.camera.x - x, f.y * this.scale + this.camera.y - y);
      if (d < least) [best, least] = [f, d];
    }
    if (best) this.pick(best.n);
  }

  private paintGround() {
    const g = this.ground.clear();
    const px = 1 / this.scale;
    const { min, max, walls, places } = this.land;
    g.rect(min[0], min[1], max[0] - min[0], max[1] - min[1]).fill(colour("ground")).stroke({ width: 1.5 * px, color: colour("line") });
    for (const w of walls ?? []) {
      if (w.solid) g.rect(w.a[0], w.a[1], w.b[0] - w.a[0], w.b[1] - w.a[1]).fill(colour("wall"));
      else g.moveTo(...w.a).lineTo(...w.b).stroke({ width: Math.max(0.25, 2 * px), color: colour("wall") });
    }
    for (const p of places ?? []) {
      if (p.thing) g.circle(p.x, p.y, 5 * px).stroke({ width: 1.5 * px, color: colour("dim") });
      else g.roundRect(p.x - 9 * px, p.y - 9 * px, 18 * px, 18 * px, 3 * px).fill(colour("panel")).stroke({ width: 1.5 * px, color: colour("dim") });
    }
  }

  /** Shows who is where, and what the chosen one perceives and believes. */
  show(figures: Figure[], chosen: string | undefined, eyes: Eyes | undefined) {
    this.last = [figures, chosen, eyes];
    this.figures = figures;
    if (!this.ready) return;
    if (this.grows) this.grow(figures);
    const px = 1 / this.scale;
    const g = this.moving.clear();
    const used = new Set<string>();
    for (const p of this.land.places ?? []) this.label(`place ${p.name}`, p.name, p.x, p.y, 14, used, "dim");
    const few = figures.length <= 40;
    this.crowd!.begin();
    for (const f of figures) {
      if (f.i) {
        this.crowd!.dot(f.x, f.y, Math.max(0.25, 3 * px), colour(f.i === "energy" ? "good" : "warn"));
        continue;
      }
      const r = Math.max(0.4, 5 * px);
      const own = f.n === chosen;
      if (f.f[0] || f.f[1]) this.crowd!.look(f.x, f.y, f.f, r * 2.1, 2 * px, colour("text"));
      this.crowd!.dot(f.x, f.y, r, colour(own ? "accent" : (teams[(f.t ?? 0) % teams.length] ?? "figure")));
      if (own) g.circle(f.x, f.y, r + 4 * px).stroke({ width: 1.5 * px, color: colour("accent") });
      if (f.h >= 0 && f.h < 1) {
        g.rect(f.x - r, f.y - r - 6 * px, 2 * r, 3 * px).fill(colour("line"));
        g.rect(f.x - r, f.y - r - 6 * px, 2 * r * f.h, 3 * px).fill(colour(f.h > 0.4 ? "good" : "bad"));
      }
      if (own || few) this.label(f.n, f.n, f.x, f.y, 12, used, own ? "accent" : "text");
    }
    this.crowd!.end();
    this.paintMind(figures.find((f) => f.n === chosen), eyes);
    for (const [key, t] of this.names) t.visible = used.has(key);
    this.app.render(); // only what changes is drawn
  }

  /** Makes the land large enough for everybody, where nobody says how large it is. */
  private grow(figures: Figure[]) {
    const { min, max } = this.land;
    const before = `${min}/${max}`;
    for (const f of figures) {
      if (max[0] <= min[0]) [min[0], min[1], max[0], max[1]] = [f.x - margin, f.y - margin, f.x + margin, f.y + margin];
      min[0] = Math.min(min[0], f.x - margin);
      min[1] = Math.min(min[1], f.y - margin);
      max[0] = Math.max(max[0], f.x + margin);
      max[1] = Math.max(max[1], f.y + margin);
    }
    if (`${min}/${max}` !== before) {
      this.grows = false; // whole shows again
      this.whole();
      this.grows = true;
    }
  }

  private paintMind(self: Figure | undefined, eyes: Eyes | undefined) {
    const g = this.mind.clear();
    if (!self || !eyes) return;
    const px = 1 / this.scale;
    const look = Math.atan2(self.f[1], self.f[0]);
    for (const c of eyes.cones ?? []) {
      const half = c.angle > 0 ? c.angle / 2 : Math.PI;
      const corners = half < Math.PI ? [self.x, self.y] : [];
      for (let i = 0; i <= arcSteps; i++) {
        const a = look - half + (2 * half * i) / arcSteps;
        corners.push(self.x + c.range * Math.cos(a), self.y + c.range * Math.sin(a));
      }
      g.poly(corners).fill({ color: colour("accent"), alpha: 0.1 }).stroke({ width: px, color: colour("accent"), alpha: 0.4 });
    }
    let at: [number, number] = [self.x, self.y];
    for (const p of eyes.way ?? []) {
      g.moveTo(...at).lineTo(...p).stroke({ width: 2 * px, color: colour("accent"), alpha: 0.8 });
      at = p;
    }
    for (const f of eyes.facts ?? []) {
      const alpha = 0.25 + 0.75 * f.confidence;
      g.circle(f.x, f.y, Math.max(f.spread, 7 * px)).stroke({ width: 1.2 * px, color: colour(f.sensed ? "accent" : "violet"), alpha });
    }
  }

  private label(key: string, text: string, x: number, y: number, above: number, used: Set<string>, tone: string) {
    let t = this.names.get(key);
    if (!t) {
      t = new Text({ text, style: { fontFamily: "system-ui, sans-serif", fontSize: 11, fill: colour(tone) }, resolution: window.devicePixelRatio * 2 });
      t.anchor.set(0.5, 1);
      this.names.set(key, t);
      this.labels.addChild(t);
    }
    t.style.fill = colour(tone);
    t.position.set(Math.round(x * this.scale + this.camera.x), Math.round(y * this.scale + this.camera.y - above));
    used.add(key);
  }
}
