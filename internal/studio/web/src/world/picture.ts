import "pixi.js/unsafe-eval";
import { Application, Container, Graphics } from "pixi.js";
import type { Eyes, Figure, Land } from "../net/wire";
import { colour } from "../state/theme";
import { Camera, roundLength } from "./camera";
import { Crowd } from "./crowd";
import { ghostsOf, paintGhosts, tellGhosts } from "./ghosts";
import { listen, type Gestures } from "./gestures";
import { paintGround } from "./ground";
import { Labels } from "./labels";
import { paintEyes } from "./minds";
import { Motion } from "./motion";
import { Pace } from "./pace";
import { paintCrowd, type Shown } from "./people";
import type { Scene } from "./scene";
import { segmentsOf } from "./sightline";
import { tellLabels } from "./telling";

/** How much room there is around figures where the land has no size, in metres. */
const margin = 5;
/** More figures than these are not walked from picture to picture where drawing them takes too long, in milliseconds. */
const slow = 14;
/** With more figures than these the page comes before the picture: so many milliseconds may pass between two, where drawing takes long. */
const many = 200;
const pause = 200;
const zoomStep = 1.4;

/** The events that the page receives. */
export interface Told {
  pick(name: string, follow: boolean): void;
  unfollow(): void;
  put(name: string, x: number, y: number): void;
  /** A character is held over a place, in metres, and a pixel; undefined: no longer. */
  held(name: string | undefined, at?: [number, number], pixel?: [number, number]): void;
  /** The user asks about a character, item or place; undefined: about nothing. */
  question(name: string | undefined, x: number, y: number): void;
  /** The user has moved the camera; the text says where to. */
  moved(camera: string | undefined): void;
  /** The length of the scale bar in pixels and metres. */
  scale(pixels: number, metres: number): void;
  /** Where the pointer is, in metres. */
  pointer(at: [number, number] | undefined): void;
}

/** Draws the world with pixi, when something has changed. Lengths are metres; the camera turns them into pixels. */
export class Picture implements Gestures {
  readonly camera = new Camera();
  readonly motion = new Motion();
  private app = new Application();
  private view = new Container();
  private ground = new Graphics();
  private minds = new Graphics();
  private marks = new Graphics();
  private others = new Graphics();
  private apart = 0;
  private crowd?: Crowd;
  private labels: Labels;
  private land: Land;
  private walls: [number, number, number, number][];
  private grows: boolean;
  private scene: Scene = { figures: [], on: new Set(), doing: new Map(), said: new Map(), follow: false, smooth: false, movable: false };
  private hovered?: string;
  private ghost?: Shown["ghost"];
  private state: "starting" | "ready" | "gone" = "starting";
  private pace = new Pace(() => this.draw(performance.now()));
  private drawn = { scale: 0, cost: 0 };
  private observer?: ResizeObserver;
  private silence?: () => void;

  constructor(
    private box: HTMLElement,
    over: HTMLElement,
    land: Land,
    private told: Told,
    camera: string | undefined,
  ) {
    this.land = { ...land, min: [...land.min], max: [...land.max] };
    this.grows = land.max[0] <= land.min[0];
    this.walls = segmentsOf(land);
    this.labels = new Labels(over);
    void this.start(camera);
  }

  private async start(camera: string | undefined) {
    await this.app.init({ background: colour("stage"), resizeTo: this.box, antialias: true, autoStart: false, autoDensity: true, resolution: window.devicePixelRatio, preference: "webgl" });
    if (this.state === "gone") {
      this.app.destroy(true);
      return;
    }
    this.state = "ready";
    this.box.appendChild(this.app.canvas);
    this.app.canvas.style.touchAction = "none";
    this.crowd = new Crowd();
    this.view.addChild(this.ground, this.minds, this.crowd.view, this.others, this.marks);
    this.app.stage.addChild(this.view);
    this.camera.resize(this.app.screen.width, this.app.screen.height);
    if (!this.camera.read(camera)) this.camera.whole(this.land);
    this.silence = listen(this.app.canvas, this);
    this.observer = new ResizeObserver(() => {
      this.app.resize();
      this.camera.resize(this.app.screen.width, this.app.screen.height);
      if (this.camera.isWhole) this.camera.whole(this.land);
      this.request();
    });
    this.observer.observe(this.box);
    window.addEventListener("theme", this.repaint);
    this.repaint();
  }

  destroy() {
    window.removeEventListener("theme", this.repaint);
    this.pace.stop();
    this.observer?.disconnect();
    this.silence?.();
    this.labels.begin();
    this.labels.end(0, 0);
    if (this.state === "ready") this.app.destroy(true, { children: true, texture: true, textureSource: true });
    this.state = "gone";
  }

  /** Paints now, for whoever copies what is painted. */
  paint() {
    if (this.state === "ready") this.app.render();
  }

  private repaint = () => {
    this.drawn.scale = 0;
    if (this.state === "ready") this.app.renderer.background.color = colour("stage");
    this.request();
  };

  /** Shows a scene from now on. */
  show(scene: Scene) {
    this.scene = scene;
    this.motion.take(scene.figures, scene.smooth && this.drawn.cost < slow, performance.now());
    if (this.grows) this.grow(scene.figures);
    this.request();
  }

  /** Shows all of the land. */
  whole() {
    this.camera.whole(this.land);
    this.move();
  }

  /** Zooms about the middle, in or out. */
  step(by: 1 | -1) {
    this.zoom(this.camera.width / 2, this.camera.height / 2, by > 0 ? zoomStep : 1 / zoomStep);
  }

  private request() {
    if (this.state === "ready") this.pace.ask((this.scene?.figures.length ?? 0) > many ? pause : 0);
  }

  private draw(now: number) {
    const start = performance.now();
    const moving = this.motion.advance(now);
    const { scene, camera, motion } = this;
    const self = motion.place(scene.chosen);
    if (scene.follow && self !== undefined && !this.ghost) camera.look(motion.x[self]!, motion.y[self]!);
    const px = 1 / camera.scale;
    this.view.scale.set(camera.scale);
    this.view.position.set(camera.x, camera.y);
    if (this.drawn.scale !== camera.scale) {
      this.drawn.scale = camera.scale;
      paintGround(this.ground, this.land, px);
      const metres = roundLength(camera.scale, 70);
      this.told.scale(metres * camera.scale, metres);
    }
    this.paintMinds(px);
    const shown: Shown = { scene, motion, camera, hovered: this.hovered, ghost: this.ghost };
    paintCrowd(this.crowd!, this.marks, shown);
    const ghosts = ghostsOf(shown);
    this.apart = ghosts.length;
    paintGhosts(this.others, shown, ghosts);
    this.labels.begin();
    tellLabels(this.labels, shown, this.land);
    tellGhosts(this.labels, shown, ghosts);
    this.labels.end(camera.width, camera.height);
    this.app.render();
    this.note();
    this.drawn.cost += (performance.now() - start - this.drawn.cost) * 0.1;
    if (moving) this.request();
  }

  private paintMinds(px: number) {
    const { scene, motion } = this;
    this.minds.clear();
    const shownAt = (name: string): [number, number] | undefined => {
      const i = motion.place(name);
      return i === undefined ? undefined : [motion.x[i]!, motion.y[i]!];
    };
    const paint = (name: string, eyes: Eyes, faint: boolean) => {
      const i = motion.place(name);
      if (i === undefined) return;
      const self = { x: motion.x[i]!, y: motion.y[i]!, look: motion.look[i]! };
      paintEyes(this.minds, self, eyes, scene.on, { px, alpha: faint ? 0.3 : 1, faint, walls: this.walls, shownAt });
    };
    for (const [name, eyes] of Object.entries(scene.all ?? {})) if (name !== scene.chosen) paint(name, eyes, true);
    if (scene.chosen && scene.eyes) paint(scene.chosen, scene.eyes, false);
  }

  /** Puts the displayed data on the page, for tests: a canvas cannot be read. */
  private note() {
    const { scene, camera, box } = this;
    const i = this.motion.place(scene.chosen);
    const self = i === undefined ? undefined : scene.figures[i];
    Object.assign(box.dataset, {
      figures: scene.figures.filter((f) => !f.i).length, items: scene.figures.filter((f) => f.i).length,
      selected: self ? `${self.x.toFixed(2)},${self.y.toFixed(2)}` : "", hovered: this.hovered ?? "",
      camera: `${camera.x.toFixed(1)},${camera.y.toFixed(1)},${camera.scale.toFixed(3)}`,
      cones: scene.eyes?.cones?.length ?? 0, ears: scene.eyes?.ears?.length ?? 0, reaches: scene.eyes?.reaches?.length ?? 0,
      facts: scene.eyes?.facts?.length ?? 0, choices: scene.eyes?.choices?.length ?? 0, stops: scene.eyes?.route?.length ?? 0, minds: Object.keys(scene.all ?? {}).length, said: scene.said.size, other: scene.other?.filter((f) => f.n && !f.i).length ?? 0, ghosts: this.apart,
    });
  }

  /** The pixel of a character, for tests. */
  pixel(name: string): [number, number] | undefined {
    const i = this.motion.place(name);
    return i === undefined ? undefined : this.camera.toScreen(this.motion.x[i]!, this.motion.y[i]!);
  }

  /** Makes the land large enough for all figures, if the game does not say how large it is. */
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
    if (`${min}/${max}` === before) return;
    this.drawn.scale = 0;
    if (this.camera.isWhole) this.camera.whole(this.land);
  }

  private move() {
    this.told.moved(this.camera.text());
    this.request();
  }

  // The handlers of the pointer.

  hit(x: number, y: number): string | undefined {
    let best: string | undefined;
    let least = 14;
    this.scene.figures.forEach((f, i) => {
      if (f.i) return;
      const [fx, fy] = this.camera.toScreen(this.motion.x[i]!, this.motion.y[i]!);
      const d = Math.hypot(fx - x, fy - y) - 0.4 * this.camera.scale;
      if (d < least) [best, least] = [f.n, d];
    });
    return best;
  }

  movable() {
    return this.scene.movable;
  }

  pan(dx: number, dy: number) {
    if (this.scene.follow) this.told.unfollow();
    this.camera.pan(dx, dy);
    this.move();
  }

  zoom(x: number, y: number, by: number) {
    this.camera.zoom(x, y, by);
    this.move();
  }

  hover(name: string | undefined, x?: number, y?: number) {
    this.told.pointer(x === undefined ? undefined : this.camera.toWorld(x, y!));
    if (name === this.hovered) return;
    this.hovered = name;
    this.request();
  }

  click(name: string | undefined) {
    if (name) this.told.pick(name, false);
  }

  question(x: number, y: number) {
    this.told.question(this.hit(x, y) ?? this.thingAt(x, y), x, y);
  }

  /** The item or place at a pixel. */
  private thingAt(x: number, y: number): string | undefined {
    let best: string | undefined;
    let least = 16;
    const look = (name: string, wx: number, wy: number) => {
      const [px, py] = this.camera.toScreen(wx, wy);
      const d = Math.hypot(px - x, py - y);
      if (name && d < least) [best, least] = [name, d];
    };
    for (const p of this.land.places ?? []) look(p.name, p.x, p.y);
    for (const [i, f] of this.scene.figures.entries()) if (f.i) look(f.n, this.motion.x[i]!, this.motion.y[i]!);
    return best;
  }

  twice(name: string | undefined) {
    if (name) this.told.pick(name, true);
    else this.whole();
  }

  drag(name: string, x: number, y: number) {
    this.ghost = { name, at: this.camera.toWorld(x, y) };
    this.told.held(name, this.ghost.at, [x, y]);
    this.request();
  }

  drop(name: string, at: [number, number] | undefined) {
    this.ghost = undefined;
    this.told.held(undefined);
    this.request();
    if (at) this.told.put(name, ...this.camera.toWorld(...at));
  }
}
