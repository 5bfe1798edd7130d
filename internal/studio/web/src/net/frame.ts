import type { Figure, Frame } from "./types";

/** What the numbers in pictures stand for, from a number on: name, item and team. From 0 on it is all of them. */
export interface Faces {
  push: "faces";
  from: number;
  faces: [string, string, number][];
}

const figureBytes = 16;
const noAngle = -32768;

/** Reads pictures, as package studio's frame.go describes them. */
export class Cast {
  private faces: [string, string, number][] = [];
  private text = new TextDecoder();

  learn(m: Faces) {
    this.faces.length = m.from;
    for (const f of m.faces) this.faces.push(f);
  }

  frame(data: ArrayBuffer): Frame {
    const view = new DataView(data);
    const head = 4 + view.getUint32(0, true);
    const frame = JSON.parse(this.text.decode(new Uint8Array(data, 4, head - 4))) as Frame;
    const figures: Figure[] = [];
    for (let at = head; at + figureBytes <= data.byteLength; at += figureBytes) {
      const face = this.faces[view.getUint32(at, true)];
      if (!face) continue;
      const angle = view.getInt16(at + 12, true);
      const health = view.getInt16(at + 14, true);
      const figure: Figure = {
        n: face[0], x: view.getFloat32(at + 4, true), y: view.getFloat32(at + 8, true),
        f: angle === noAngle ? [0, 0] : [Math.cos(angle / 1e4), Math.sin(angle / 1e4)], h: health < 0 ? -1 : health / 1000,
      };
      if (face[1]) figure.i = face[1];
      if (face[2]) figure.t = face[2];
      figures.push(figure);
    }
    frame.figures = figures;
    return frame;
  }
}
