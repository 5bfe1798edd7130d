import type { Past } from "./editor";

/** Texts that have been changed and not saved, by the file that is looked at and the name of the text: they wait while other views and files are shown. */
const drafts = new Map<string, { saved: string; text: string }>();

const keyOf = (file: string, name: string) => `${file}\n${name}`;

/** Keeps a text for as long as it is unlike the one that was saved last. */
export function keepDraft(file: string, name: string, saved: string, text: string) {
  if (text === saved) drafts.delete(keyOf(file, name));
  else drafts.set(keyOf(file, name), { saved, text });
}

/** The text that waits; undefined: none does. */
export function draftOf(file: string, name: string): { saved: string; text: string } | undefined {
  return drafts.get(keyOf(file, name));
}

const pasts = new Map<string, Past>();

/** Keeps what can be undone in a text while another is shown. */
export function keepPast(file: string, name: string, past: Past) {
  pasts.set(keyOf(file, name), past);
}

export function pastOf(file: string, name: string): Past | undefined {
  return pasts.get(keyOf(file, name));
}

window.addEventListener("beforeunload", (e) => {
  if (drafts.size > 0) e.preventDefault(); // the browser asks
});
