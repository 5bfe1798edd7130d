// Reads files, by their names, as JSON, and prints the parts that the grammar gives scopes to: [start, end, scope], with
// places in bytes. The engine is that of Visual Studio Code.
"use strict";

const fs = require("fs");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const grammarFile = path.join(__dirname, "..", "karakuri.tmLanguage.json");

async function main() {
  const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammarFile, "utf8"), grammarFile),
  });
  const grammar = await registry.loadGrammar("source.karakuri");
  const files = JSON.parse(fs.readFileSync(0, "utf8"));
  const found = {};
  for (const [name, text] of Object.entries(files)) {
    found[name] = pieces(grammar, text);
  }
  process.stdout.write(JSON.stringify(found));
}

/** The pieces of a text. Neighbours of the same first scope are one: an escape is part of its string. */
function pieces(grammar, text) {
  const list = [];
  let stack = textmate.INITIAL;
  let from = 0;
  for (const line of text.split("\n")) {
    const result = grammar.tokenizeLine(line.replace(/\r$/, ""), stack);
    stack = result.ruleStack;
    let inString = false;
    for (const t of result.tokens) {
      const scope = t.scopes[1];
      const start = from + Buffer.byteLength(line.slice(0, t.startIndex));
      const end = from + Buffer.byteLength(line.slice(0, t.endIndex));
      const last = list[list.length - 1];
      const string = scope !== undefined && scope.startsWith("string.");
      if (string && inString && last[1] === start) last[1] = end;
      else if (scope !== undefined) list.push([start, end, scope]);
      inString = string;
    }
    from += Buffer.byteLength(line) + 1;
  }
  return list;
}

main().catch((err) => {
  console.error(err);
  process.exit(1);
});
