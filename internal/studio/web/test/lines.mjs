// Places in the examples, found by what is written there: lines move.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./recorded.mjs";

/** The number of the first line of an example that begins with a text, indentation aside. */
export function lineOf(example, text) {
  const lines = readFileSync(join(root, "examples", example), "utf8").split("\n");
  const at = lines.findIndex((line) => line.trimStart().startsWith(text));
  if (at < 0) throw new Error(`no line of ${example} begins with ${text}`);
  return at + 1;
}
