// Pictures with at most 256 colours, which take a third of the room.
import { crc32, deflateSync } from "node:zlib";

const most = 256;

/** Packs a PNG; a page of a browser reads it. */
export async function packed(page, png) {
  const { width, height, data } = await page.evaluate(async (text) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const c = canvas.getContext("2d");
    c.drawImage(bitmap, 0, 0);
    const pixels = c.getImageData(0, 0, bitmap.width, bitmap.height).data;
    let data = "";
    for (let i = 0; i < pixels.length; i += 0x8000) data += String.fromCharCode(...pixels.subarray(i, i + 0x8000));
    return { width: bitmap.width, height: bitmap.height, data: btoa(data) };
  }, png.toString("base64"));
  const pixels = Buffer.from(data, "base64");
  const counts = new Map();
  for (let i = 0; i < pixels.length; i += 4) {
    const c = (pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2];
    counts.set(c, (counts.get(c) ?? 0) + 1);
  }
  const { palette, place } = paletteOf([...counts]);
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter: none
  for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i += 4) rows[y * (width + 1) + 1 + x] = place.get((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("PLTE", Buffer.from(palette.flat())), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

/** Halves the colours, always where they differ most, until there are few enough; each part becomes its mean. */
function paletteOf(counts) {
  const channel = (c, k) => (c >> (16 - 8 * k)) & 255;
  const part = (list) => {
    let [best, wide] = [0, -1];
    for (let k = 0; k < 3; k++) {
      let [low, high] = [255, 0];
      for (const [c] of list) [low, high] = [Math.min(low, channel(c, k)), Math.max(high, channel(c, k))];
      if (high - low > wide) [best, wide] = [k, high - low];
    }
    const weight = list.reduce((n, [, count]) => n + count, 0);
    return { list, along: best, spread: list.length > 1 ? wide * Math.sqrt(weight) : 0 };
  };
  const parts = [part(counts)];
  while (parts.length < most) {
    const i = parts.reduce((best, p, i) => (p.spread > parts[best].spread ? i : best), 0);
    const { list, along, spread } = parts[i];
    if (spread === 0) break;
    const middle = list.reduce((n, [c]) => n + channel(c, along), 0) / list.length;
    parts.splice(i, 1, part(list.filter(([c]) => channel(c, along) <= middle)), part(list.filter(([c]) => channel(c, along) > middle)));
  }
  const place = new Map();
  const palette = parts.map(({ list }, i) => {
    const weight = list.reduce((n, [, count]) => n + count, 0);
    for (const [c] of list) place.set(c, i);
    return [0, 1, 2].map((k) => Math.round(list.reduce((n, [c, count]) => n + channel(c, k) * count, 0) / weight));
  });
  return { palette, place };
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body) >>> 0, body.length + 4);
  return out;
}
