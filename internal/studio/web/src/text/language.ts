import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { declarations, types, words } from "./words";

const atoms = new Set(["true", "false", "none"]);

/** The colours of karakuri files. It knows words, not grammar: the server reports mistakes. */
export const krk = StreamLanguage.define({
  name: "karakuri",
  languageData: { commentTokens: { line: "//" } },
  startState: () => ({ start: true }),
  token(stream, state) {
    if (stream.sol()) state.start = true;
    if (stream.eatSpace()) return null;
    const first = state.start;
    state.start = false;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^\d+(\.\d+)?(deg|ms|min|s|m|%)?/)) return "number";
    const word = stream.match(/^[A-Za-z_][A-Za-z0-9_]*/) as RegExpMatchArray | null;
    if (word) {
      if (types.has(word[0])) return "typeName";
      if (atoms.has(word[0])) return "atom";
      if (first && declarations.has(word[0])) return "keyword";
      if (words.has(word[0]) || declarations.has(word[0])) return "modifier";
      return stream.peek() === "(" ? "function" : "variableName";
    }
    stream.next();
    return "operator";
  },
  tokenTable: { function: tags.function(tags.variableName), modifier: tags.modifier },
});

export const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
    { tag: tags.modifier, color: "var(--code-word)" },
    { tag: tags.string, color: "var(--code-string)" },
    { tag: tags.number, color: "var(--code-number)" },
    { tag: tags.atom, color: "var(--code-number)" },
    { tag: tags.comment, color: "var(--dim)", fontStyle: "italic" },
    { tag: tags.typeName, color: "var(--code-type)" },
    { tag: tags.function(tags.variableName), color: "var(--code-call)" },
    { tag: tags.operator, color: "var(--dim)" },
  ]),
);
