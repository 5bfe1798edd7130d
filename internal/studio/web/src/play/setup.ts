import type { Bundle } from "../net/wire";
import { go, address } from "../state/address";
import { fragment, unpack } from "./fragment";

/** The files that the playground begins with, as internal/tools/play writes them. */
interface Demos {
  names: string[]; // to list
  texts: Record<string, string>; // all files, by name
  seed: number;
}

let demos: Demos | undefined;
let refused: string | undefined;

/** What the studio starts with: the demos, with those files changed that a link has brought. */
export async function prepare(): Promise<Demos> {
  const answer = await fetch(new URL("demos.json", document.baseURI));
  if (!answer.ok) throw new Error(`demos.json: ${answer.status} ${answer.statusText}`);
  demos = (await answer.json()) as Demos;
  const shared = await brought();
  if (!shared) {
    if (refused && address().file === undefined) go({ file: demos.names[0] }, true);
    return demos;
  }
  const texts = { ...demos.texts };
  for (const f of shared.files) texts[f.file] = f.text;
  if (address().file === undefined) go({ file: shared.file }, true);
  return { ...demos, names: [...new Set([...demos.names, shared.file])], texts, seed: shared.seed };
}

/** What the address has brought; undefined: nothing, or nothing that can be used. */
async function brought(): Promise<Bundle | undefined> {
  try {
    return await unpack(location.hash);
  } catch (e) {
    refused = `The link cannot be used, so this is the demo: ${(e as Error).message}.`;
    return undefined;
  }
}

/** Why the link was not used, once. */
export function refusal(): string | undefined {
  const why = refused;
  refused = undefined;
  return why;
}

/** The part of the address for a run: none for a demo as it is. */
export async function fragmentOf(b: Bundle): Promise<string> {
  if (demos && b.seed === demos.seed && b.files.every((f) => demos!.texts[f.file] === f.text)) return "";
  return fragment(b);
}
