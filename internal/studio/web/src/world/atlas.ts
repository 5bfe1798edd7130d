import { CanvasSource, Rectangle, Texture } from "pixi.js";

const cell = 64;
/** Radius of a body in the atlas, in its pixels. */
export const unit = 20;
export const arcSteps = 12;

/** The shapes of figures, in white, in one texture: so that all of them are drawn at once. */
export type Shape = "disc" | "body" | "energy" | "power" | "grenade" | "other" | `arc${number}`;

export function makeAtlas(): (shape: Shape) => Texture {
  const names: Shape[] = ["disc", "body", "energy", "power", "grenade", "other"];
  for (let i = 1; i <= arcSteps; i++) names.push(`arc${i}`);
  const columns = 6;
  const canvas = document.createElement("canvas");
  canvas.width = columns * cell;
  canvas.height = Math.ceil(names.length / columns) * cell;
  const c = canvas.getContext("2d")!;
  c.fillStyle = c.strokeStyle = "white";
  const places = new Map<Shape, Rectangle>();
  names.forEach((name, i) => {
    const [x, y] = [(i % columns) * cell, Math.floor(i / columns) * cell];
    places.set(name, new Rectangle(x, y, cell, cell));
    c.save();
    c.translate(x + cell / 2, y + cell / 2);
    draw(c, name);
    c.restore();
  });
  const source = new CanvasSource({ resource: canvas, autoGenerateMipmaps: true, scaleMode: "linear" });
  const textures = new Map<Shape, Texture>();
  for (const [name, frame] of places) textures.set(name, new Texture({ source, frame }));
  return (shape) => textures.get(shape)!;
}

function draw(c: CanvasRenderingContext2D, shape: Shape) {
  const polygon = (...points: [number, number][]) => {
    c.beginPath();
    for (const [x, y] of points) c.lineTo(x * unit, y * unit);
    c.closePath();
    c.fill();
  };
  switch (shape) {
    case "disc":
      c.beginPath();
      c.arc(0, 0, unit, 0, 2 * Math.PI);
      c.fill();
      return;
    case "body": // a disc with a beak
      c.beginPath();
      c.arc(0, 0, unit, 0.62, 2 * Math.PI - 0.62);
      c.lineTo(1.5 * unit, 0);
      c.closePath();
      c.fill();
      return;
    case "energy":
      return polygon([-0.3, -1], [0.3, -1], [0.3, -0.3], [1, -0.3], [1, 0.3], [0.3, 0.3], [0.3, 1], [-0.3, 1], [-0.3, 0.3], [-1, 0.3], [-1, -0.3], [-0.3, -0.3]);
    case "power":
      return polygon([0.2, -1.1], [-0.75, 0.2], [-0.05, 0.2], [-0.2, 1.1], [0.75, -0.2], [0.05, -0.2]);
    case "other":
      return polygon([0, -1], [1, 0], [0, 1], [-1, 0]);
    case "grenade":
      c.lineWidth = 5;
      c.beginPath();
      c.arc(0, 0, unit * 0.5, 0, 2 * Math.PI);
      c.fill();
      c.beginPath();
      c.arc(0, 0, unit, 0, 2 * Math.PI);
      c.stroke();
      return;
  }
  const share = Number(shape.slice(3)) / arcSteps;
  c.lineWidth = 5.5;
  c.beginPath();
  c.arc(0, 0, unit * 1.42, -Math.PI / 2 - Math.PI * share, -Math.PI / 2 + Math.PI * share);
  c.stroke();
}
