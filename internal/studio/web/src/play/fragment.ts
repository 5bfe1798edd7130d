import type { Bundle } from "../net/wire";

const mark = "#run=";

/** The longest fragment, in characters: longer addresses are cut by what people pass them on with. */
export const maxFragment = 32_000;

/** The most that a fragment may hold, in bytes. */
const maxBytes = 1 << 20;

/** The fragment that holds a run: its files, compressed. */
export async function fragment(b: Bundle): Promise<string> {
  const slim = { file: b.file, seed: b.seed, files: b.files.map((f) => ({ file: f.file, text: f.text })) };
  const packed = await collect(new Blob([JSON.stringify(slim)]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  const out = mark + btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  if (out.length > maxFragment) throw new Error(`the files are too long for a link: ${out.length} characters compressed, and a link has room for ${maxFragment}`);
  return out;
}

/** The run that a fragment holds; undefined: it holds none. */
export async function unpack(hash: string): Promise<Bundle | undefined> {
  if (!hash.startsWith(mark)) return undefined;
  if (hash.length > maxFragment) throw new Error(`it has ${hash.length} characters, more than ${maxFragment}`);
  let run: Bundle;
  try {
    const packed = Uint8Array.from(atob(hash.slice(mark.length).replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const bytes = await collect(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")), maxBytes);
    run = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Bundle;
  } catch (e) {
    throw e instanceof TooLong ? e : new Error("it is damaged, or a part of it is missing");
  }
  const named = (name: unknown) => typeof name === "string" && name.length > 0 && name.length <= 200 && !name.split("/").includes("..");
  const files = Array.isArray(run?.files) && run.files.length > 0 && run.files.length <= 50 && run.files.every((f) => named(f?.file) && typeof f.text === "string");
  if (!files || !named(run.file) || !Number.isSafeInteger(run.seed) || run.seed < 0) throw new Error("it does not hold a run");
  return run;
}

class TooLong extends Error {}

async function collect(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let r = await reader.read(); !r.done; r = await reader.read()) {
    parts.push(r.value);
    length += r.value.length;
    if (length > most) throw new TooLong(`it holds more than ${most} bytes`);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const p of parts) {
    all.set(p, at);
    at += p.length;
  }
  return all;
}
