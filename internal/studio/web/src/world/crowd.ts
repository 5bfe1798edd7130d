import { Container, Sprite } from "pixi.js";
import { makeAtlas, unit, type Shape } from "./atlas";

/** Draws many figures: sprites of shapes of one texture, which are used again for the next picture. */
export class Crowd {
  readonly view = new Container();
  private texture = makeAtlas();
  private sprites: Sprite[] = [];
  private used = 0;

  begin() {
    this.used = 0;
  }

  /** A shape with its radius in metres, turned by an angle. */
  put(shape: Shape, x: number, y: number, radius: number, tint: string, angle = 0, alpha = 1) {
    let s = this.sprites[this.used];
    if (!s) {
      s = new Sprite();
      s.anchor.set(0.5);
      this.sprites.push(s);
      this.view.addChild(s);
    }
    this.used++;
    s.texture = this.texture(shape);
    s.position.set(x, y);
    s.rotation = angle;
    s.scale.set(radius / unit);
    s.tint = tint;
    s.alpha = alpha;
    s.visible = true;
  }

  /** Hides what the last picture had more. */
  end() {
    for (let i = this.used; i < this.sprites.length; i++) this.sprites[i]!.visible = false;
  }
}
