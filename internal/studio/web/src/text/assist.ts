import { autocompletion, completeAnyWord, completeFromList, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { hoverTooltip, keymap, type EditorView } from "@codemirror/view";
import type { Declaration } from "../net/declarations";
import type { Mind, Outline } from "../net/types";
import { brief } from "../parts/value";
import { address, go } from "../state/address";
import { ask } from "../state/studio";
import { declarations, words } from "./language";

/** Completion of names and words, values of symbols where the mouse rests, and going to what a name stands for. What the program declares is asked for each time: it changes with each save. */
export function assist(outline: () => Outline): Extension {
  return [
    autocompletion({ override: [async (at) => complete(at, completions(outline(), await declared(outline())))] }),
    hoverTooltip(async (view, pos) => {
      const name = nameAt(view, pos);
      const text = name && (await tell(outline(), name.text));
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

/** What the files of the program declare; asked for once for each state of the program. */
let known: { of?: Outline; list: Promise<Declaration[]> } = { list: Promise.resolve([]) };

function declared(o: Outline): Promise<Declaration[]> {
  if (known.of !== o) known = { of: o, list: ask<Declaration[]>({ op: "index" }).catch(() => []) };
  return known.list;
}

/** Completes by what is known, and by the words of the text: names that have yet to be saved. Nothing is offered within comments and texts. */
async function complete(at: CompletionContext, list: Completion[]): Promise<CompletionResult | null> {
  const before = at.state.doc.lineAt(at.pos).text.slice(0, at.pos - at.state.doc.lineAt(at.pos).from);
  const quoted = before.replace(/\\./g, "").split('"').length % 2 === 0;
  if (quoted || before.includes("//")) return null;
  const found = await completeFromList(list)(at);
  if (!found) return null;
  const known = new Set(list.map((c) => c.label));
  const others = (await completeAnyWord(at))?.options ?? [];
  return { ...found, options: [...found.options, ...others.filter((c) => !known.has(c.label) && /^[A-Za-z_]/.test(c.label)).map((c) => ({ ...c, boost: -50 }))] };
}

function completions(o: Outline, others: Declaration[]): Completion[] {
  return [
    ...o.tasks.map((t) => ({ label: t.name, type: "function", detail: `task ${t.call}` })),
    ...o.operators.map((op) => ({ label: op.name, type: "function", detail: `operator ${op.call}` })),
    ...(o.symbols ?? []).map((s) => ({ label: s.name, type: "variable", detail: `${s.scope} ${s.type}` })),
    ...others.filter((d) => !["task", "operator", "state"].includes(d.kind)).map((d) => ({ label: d.name, type: d.kind === "const" ? "constant" : "function", detail: d.kind })),
    ...[...declarations, ...words].map((label) => ({ label, type: "keyword" })),
  ];
}

/** What there is to say of a name: of a symbol its values for the chosen character, of a task or operator its declaration. */
async function tell(o: Outline, name: string): Promise<string | undefined> {
  const task = o.tasks.find((t) => t.name === name);
  if (task) return `task ${task.call}\n${task.methods.map((m, i) => `${i + 1} ${m.name}`).join("\n")}`;
  const op = o.operators.find((p) => p.name === name);
  if (op) return [`operator ${op.call}`, op.when && `when ${op.when}`, op.effect && `effect ${op.effect}`].filter(Boolean).join("\n");
  const symbol = o.symbols?.find((s) => s.name === name);
  if (!symbol) return (await declared(o)).find((d) => d.name === name)?.line;
  const { agent, tick } = address();
  if (!agent) return undefined;
  const mind = await ask<Mind>({ op: "mind", agent, ...(tick !== undefined && { tick }) }).catch(() => undefined);
  const cells = (mind?.cells ?? []).filter((c) => c.name === name || c.name.startsWith(`${name}(`));
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
