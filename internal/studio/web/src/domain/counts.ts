import { createContext } from "react";
import type { Coverage, DeclCounts, DomainBox } from "../net/wire";

export type Mode = "chosen" | "rejected" | "reason";
export const modes: Mode[] = ["chosen", "rejected", "reason"];

export interface Shown {
  coverage?: Coverage;
  mode: Mode;
  most: number;
}

/** The counts that boxes show. They change each second, while the boxes stay the same. */
export const CountsContext = createContext<Shown>({ mode: "chosen", most: 1 });

export function countsOf(coverage: Coverage | undefined, id: string, line = -1): DeclCounts | undefined {
  return coverage?.of[line < 0 ? id : `${id}/${line}`];
}

/** The kinds of boxes that have counts. */
const counted = new Set(["task", "operator", "goal", "tree", "node"]);
const countedLines = new Set(["method", "way", "want", "reaction", "plan"]);

export function isCounted(kind: string): boolean {
  return counted.has(kind);
}

export function isCountedLine(kind: string): boolean {
  return countedLines.has(kind);
}

/** Which of a box and its lines were never chosen in this run. */
export function neverChosen(b: DomainBox, coverage: Coverage): number[] {
  const out: number[] = [];
  if (isCounted(b.kind) && !countsOf(coverage, b.id)?.chosen) out.push(-1);
  b.lines?.forEach((l, i) => isCountedLine(l.kind) && !countsOf(coverage, b.id, i)?.chosen && out.push(i));
  return out;
}

export function mostOf(coverage: Coverage | undefined, mode: Mode): number {
  let most = 1;
  for (const w of Object.values(coverage?.of ?? {})) most = Math.max(most, mode === "chosen" ? w.chosen : w.rejected);
  return most;
}

/** How often something was chosen or rejected, whichever is shown. */
export const shownCount = (of: DeclCounts | undefined, shown: Shown): number => (shown.mode === "chosen" ? of?.chosen : of?.rejected) ?? 0;

/** The colour of a count: by its logarithm, so that rare differs visibly from never. */
export function glow(of: DeclCounts | undefined, shown: Shown): string | undefined {
  const n = shownCount(of, shown);
  if (n <= 0) return undefined;
  const share = Math.log1p(n) / Math.log1p(shown.most);
  return `color-mix(in srgb, var(--${shown.mode === "chosen" ? "accent" : "bad"}) ${Math.round(5 + share * 21)}%, var(--panel))`;
}

/** A count as it is written in a box: 12,400 is 12k. */
export function short(n: number): string {
  if (n < 10000) return String(n);
  return n < 1e6 ? `${Math.round(n / 1000)}k` : `${(n / 1e6).toFixed(1)}M`;
}
