import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

export const declarations = new Set(
  ("import type enum object objects const state init function action operator task tree subtree goal brain want personality sense memory agent squad test domain").split(" "),
);
export const words = new Set(
  ("when each where order margin do effect cost until while succeed_after fail_after cooldown shared commit claim method plan line unordered ordered parallel uses in out inout " +
    "if then else try retry repeat wait timeout delay once limit switch case default abort self lower both selector sequence reactive resume random utility select score service every " +
    "interval idle tree body as from to through consider combine weight rank interrupts interrupt forget_when inertia fade repetition backoff give_up after within top weighted ranked first over best dual " +
    "way tries optional suspends uninterrupted remembered sensed derived exists forall count sum min max and or not is of with given expect none world agent squad range cone " +
    "role token slot reaction layer orders urgent needs grace lease on last nearest required priority set bonus override never forever fail_if succeed_if skip_if on_success on_failure on_abort guard").split(" "),
);
const atoms = new Set(["true", "false", "none"]);
const types = new Set(["bool", "int", "float", "vec2"]);

/** The colours of karakuri files. It knows words, not grammar: the server says what is wrong. */
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
