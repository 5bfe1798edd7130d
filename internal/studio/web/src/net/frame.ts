import { type Faces, type Figure, figureBytes, type Frame, noAngle, noHealth } from "./wire";


/** Reads pictures, as package studio's frame.go describes them. */
export class Cast {
  private faces: Faces["faces"] = [];
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
        f: angle === noAngle ? [0, 0] : [Math.cos(angle / 1e4), Math.sin(angle / 1e4)], h: health === noHealth ? -1 : health / 1000,
      };
      if (face[1]) figure.i = face[1];
      if (face[2]) figure.t = face[2];
      figures.push(figure);
    }
    frame.figures = figures;
    return frame;
  }
}
