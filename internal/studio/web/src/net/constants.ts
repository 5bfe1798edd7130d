import type { Spot } from "./types";

/** A constant of the program, as package studio tells it. */
export interface Constant {
  name: string;
  type: string;
  value: string;
  /** As the file says. */
  said: string;
  values?: string[];
  at: Spot;
}
