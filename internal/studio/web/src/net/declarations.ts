import type { Spot } from "./types";

/** Something with a name that a file declares, as package studio tells it. */
export interface Declaration {
  name: string;
  kind: string;
  line: string;
  at: Spot;
}
