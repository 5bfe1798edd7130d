import type { Spot } from "./types";

/** Something with a name that a file declares, as package studio tells it. */
export interface Declaration {
  name: string;
  kind: string;
  line: string;
  at: Spot;
}

/** A word of the language where it may stand, with what there is to say of it. */
export interface Offer {
  word: string;
  of: string;
  doc: string;
  takes?: string;
  unit?: string;
  default?: string;
  words?: string[];
  form?: string;
  since?: string;
}
