import { address, go } from "../state/address";
import { ask, fail, listFiles, open } from "../state/studio";

/** The length of a part of a file: a message must not be long. */
const part = 1 << 20;

/** Opens files that have been dropped anywhere: a karakuri file with what it imports and its scene, or a trace. */
export async function take(list: File[]) {
  let first: string | undefined;
  try {
    // What a file needs is there before the file.
    const order = (f: File) => (f.name.endsWith(".krk") ? 1 : 0);
    for (const f of [...list].sort((a, b) => order(a) - order(b))) {
      const name = await send(f);
      if (!f.name.endsWith(".scene") && (!first || f === list.find((x) => !x.name.endsWith(".scene")))) first = name;
    }
    await listFiles();
    if (first) {
      await open(first);
      if (address().file === first && first.endsWith(".ktrace")) go({ view: "time" }, true);
    }
  } catch (e) {
    fail((e as Error).message);
  }
}

async function send(f: File): Promise<string> {
  const bytes = new Uint8Array(await f.arrayBuffer());
  for (let at = 0; ; at += part) {
    const piece = bytes.subarray(at, at + part);
    let text = "";
    for (let i = 0; i < piece.length; i += 0x8000) text += String.fromCharCode(...piece.subarray(i, i + 0x8000));
    const on = at + part >= bytes.length;
    const name = await ask({ op: "drop", file: f.name, text: btoa(text), since: at, on });
    if (on) return name;
  }
}
