import type { Eyes, Figure } from "../net/wire";
import type { Layer } from "./layers";

/** The content of the scene. */
export interface Scene {
  figures: Figure[];
  chosen?: string;
  eyes?: Eyes;
  /** Of all characters, by name; undefined: of the chosen one only. */
  all?: Record<string, Eyes>;
  on: Set<Layer>;
  doing: Map<string, string>;
  /** The last words of characters, by name. */
  said: Map<string, string>;
  follow: boolean;
  /** Where the figures are on the other side of a fork; undefined: there is none, or it is hidden. */
  other?: Figure[];
  /** Figures walk from picture to picture. */
  smooth: boolean;
  movable: boolean;
}
