import { autocompletion, completeAnyWord, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { hoverTooltip, keymap, type EditorView } from "@codemirror/view";
import type { Declaration, Offer, Outline } from "../net/wire";
import { brief } from "../parts/value";
import { address, go } from "../state/address";
import { ask } from "../state/studio";

/**
 * Completion of names and of the words that may follow, hover texts for both, and going to the declaration of a name.
 * The declarations are requested each time, because each save changes them. An editor of a part of a text says what
 * stands before it.
 */
export function assist(outline: () => Outline, before: () => string = () => ""): Extension {
  return [
    autocompletion({ override: [async (at) => complete(at, names(outline(), await declared(outline())), before())] }),
    hoverTooltip(async (view, pos) => {
      const name = nameAt(view, pos);
      const text = name && ((await tell(outline(), name.text)) ?? said(await offered(view.state.sliceDoc(0, name.to)), name.text));
      if (!name || !text) return null;
      return {
        pos: name.from,
        end: name.to,
        create: () => {
          const dom = document.createElement("div");
          dom.className = "hover";
          dom.textContent = text;
          return { dom };
        },
      };
    }),
    keymap.of([{ key: "F12", run: (view) => define(outline(), view, view.state.selection.main.head) }]),
  ];
}

/** The declarations in the files of the program; requested once for each state of the program. */
let known: { of?: Outline; list: Promise<Declaration[]> } = { list: Promise.resolve([]) };

function declared(o: Outline): Promise<Declaration[]> {
  if (known.of !== o) known = { of: o, list: ask({ op: "index" }).catch(() => []) };
  return known.list;
}

/**
 * Completes from declarations, and from the words of the text: names that have yet to be saved. It offers nothing
 * within comments and texts.
 */
async function complete(at: CompletionContext, list: Completion[], above: string): Promise<CompletionResult | null> {
  const before = at.state.doc.lineAt(at.pos).text.slice(0, at.pos - at.state.doc.lineAt(at.pos).from);
  const quoted = before.replace(/\\./g, "").split('"').length % 2 === 0;
  if (quoted || before.includes("//")) return null;
  const begun = at.matchBefore(/\w+/);
  if (!begun && !at.explicit) return null;
  const words = (await offered(above + at.state.sliceDoc(0, at.pos))).map((o) => ({ label: o.word, type: "keyword", detail: o.takes, info: told(o) }));
  const known = new Set([...list, ...words].map((c) => c.label));
  const elsewhere = [...new Set(above.match(/[A-Za-z_]\w*/g) ?? [])].map((label): Completion => ({ label }));
  const others = [...((await completeAnyWord(at))?.options ?? []), ...elsewhere].filter((c) => !known.has(c.label) && /^[A-Za-z_]/.test(c.label));
  return { from: begun?.from ?? at.pos, options: [...words, ...list, ...others.map((c) => ({ ...c, boost: -50 }))], validFor: /^\w*$/ };
}

/** The words of the language that may stand at the end of a text, or that its last word is. */
function offered(text: string): Promise<Offer[]> {
  return ask({ op: "offers", text }).catch(() => []);
}

/** The hover text of a word of the language. */
function told(o: Offer): string {
  return [o.doc, o.takes && `takes: ${o.takes}`, o.default && `left out: ${o.default}`, o.form].filter(Boolean).join("\n");
}

function said(list: Offer[], word: string): string | undefined {
  const o = list.find((o) => o.word === word) ?? list.find((o) => o.word.split(" ").includes(word));
  return o && told(o);
}

function names(o: Outline, others: Declaration[]): Completion[] {
  return [
    ...o.tasks.map((t) => ({ label: t.name, type: "function", detail: `task ${t.call}` })),
    ...o.operators.map((op) => ({ label: op.name, type: "function", detail: `operator ${op.call}` })),
    ...(o.symbols ?? []).map((s) => ({ label: s.name, type: "variable", detail: `${s.scope} ${s.type}` })),
    ...others.filter((d) => !["task", "operator", "state"].includes(d.kind)).map((d) => ({ label: d.name, type: d.kind === "const" ? "constant" : "function", detail: d.kind })),
  ];
}

/** The hover text of a name: for a symbol its values for the chosen character, for a task or operator its declaration. */
async function tell(o: Outline, name: string): Promise<string | undefined> {
  const task = o.tasks.find((t) => t.name === name);
  if (task) return `task ${task.call}\n${task.methods.map((m, i) => `${i + 1} ${m.name}`).join("\n")}`;
  const op = o.operators.find((p) => p.name === name);
  if (op) return [`operator ${op.call}`, op.when && `when ${op.when}`, op.effect && `effect ${op.effect}`].filter(Boolean).join("\n");
  const symbol = o.symbols?.find((s) => s.name === name);
  if (!symbol) return (await declared(o)).find((d) => d.name === name)?.line;
  const { agent, tick } = address();
  if (!agent) return undefined;
  const mind = await ask({ op: "mind", agent, ...(tick !== undefined && { tick }) }).catch(() => undefined);
  const cells = (mind?.cells ?? []).filter((c) => c.symbol === name);
  const values = cells.slice(0, 12).map((c) => `${c.name} = ${brief(c.value)}`);
  return [`${symbol.scope} ${symbol.type}, ${agent}:`, ...(values.length > 0 ? values : ["the default everywhere"])].join("\n");
}

function define(o: Outline, view: EditorView, pos: number): boolean {
  const name = nameAt(view, pos)?.text;
  void declared(o).then((list) => {
    const at = list.find((d) => d.name === name)?.at;
    if (at) go({ src: at.file, line: at.line });
  });
  return name !== undefined;
}

function nameAt(view: EditorView, pos: number): { text: string; from: number; to: number } | undefined {
  const word = view.state.wordAt(pos);
  return word ? { text: view.state.sliceDoc(word.from, word.to), from: word.from, to: word.to } : undefined;
}
