import { Container, Graphics, Sprite, Texture, type Renderer } from "pixi.js";

const dotRadius = 16;

/** Draws many figures: sprites of one dot, which are used again for the next picture. */
export class Crowd {
  readonly view = new Container();
  private dotTexture: Texture;
  private sprites: Sprite[] = [];
  private used = 0;

  constructor(renderer: Renderer) {
    this.dotTexture = renderer.generateTexture({ target: new Graphics().circle(0, 0, dotRadius).fill("white"), antialias: true, resolution: 2 });
  }

  begin() {
    this.used = 0;
  }

  /** A dot with its radius in metres. */
  dot(x: number, y: number, radius: number, tint: string) {
    const s = this.next(this.dotTexture);
    s.anchor.set(0.5);
    s.rotation = 0;
    s.position.set(x, y);
    s.scale.set(radius / dotRadius);
    s.tint = tint;
  }

  /** A line from a figure to where it looks. */
  look(x: number, y: number, way: [number, number], length: number, width: number, tint: string) {
    const s = this.next(Texture.WHITE);
    s.anchor.set(0, 0.5);
    s.position.set(x, y);
    s.rotation = Math.atan2(way[1], way[0]);
    s.setSize(length, width);
    s.tint = tint;
  }

  /** Hides what the last picture had more. */
  end() {
    for (let i = this.used; i < this.sprites.length; i++) this.sprites[i]!.visible = false;
  }

  private next(texture: Texture): Sprite {
    let s = this.sprites[this.used];
    if (!s) {
      s = new Sprite(texture);
      this.sprites.push(s);
      this.view.addChild(s);
    }
    this.used++;
    s.texture = texture;
    s.visible = true;
    return s;
  }
}
