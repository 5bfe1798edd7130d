import { useEffect, useSyncExternalStore } from "react";
import "../style/lens.css";
import type { Lens, Piece, Sketched, Want } from "../net/wire";
import { reach, scale } from "../mind/score";
import { useAddress } from "../state/address";
import { useMoment } from "../state/moment";
import { useQuery } from "../state/query";
import { useDrawn, type Draft } from "./draft";

/** The chosen character beside the text that is written, at the moment shown. */
export interface Live {
  lens?: Lens;
  /** Why there is none: nobody is chosen, or is there. */
  none?: string;
  /** The wants by the paths of their statements; the chosen one, or else the one with the highest score, first. */
  wants: Map<string, Want[]>;
  /** The parts of scores by the paths of their statements, of the first want that has them. */
  pieces: Map<string, Piece>;
  /** The score at which a bar is full. */
  top: number;
}

const nobody: Live = { none: "No character is chosen.", wants: new Map(), pieces: new Map(), top: 1 };
let live = nobody;
const watchers = new Set<() => void>();
const watch = (l: () => void) => (watchers.add(l), () => watchers.delete(l));

function put(next: Live) {
  live = next;
  for (const w of watchers) w();
}

export function useLive(): Live {
  return useSyncExternalStore(watch, () => live);
}

/** The key of a piece: a statement may have several curves. */
export const pieceKey = (path: string, curve?: number) => (curve === undefined ? path : `${path}\n${curve}`);

function liveOf(lens: Lens): Live {
  const wants = new Map<string, Want[]>();
  for (const w of lens.wants ?? []) if (w.path) wants.set(w.path, [...(wants.get(w.path) ?? []), w]);
  const pieces = new Map<string, Piece>();
  const enter = (p: Piece | undefined) => {
    if (!p) return;
    const key = p.path && (p.kind === "curve" && !p.path.split(" / ").at(-1)!.startsWith("consider") ? pieceKey(p.path, p.index ?? 0) : p.path);
    if (key && !pieces.has(key)) pieces.set(key, p);
    for (const u of p.under ?? []) enter(u);
  };
  const firsts: Want[] = [];
  for (const list of wants.values()) {
    list.sort((a, b) => Number(b.chosen ?? false) - Number(a.chosen ?? false) || Number(!b.why) - Number(!a.why) || b.score - a.score);
    firsts.push(list[0]!);
  }
  firsts.sort((a, b) => Number(b.chosen ?? false) - Number(a.chosen ?? false) || b.score - a.score);
  for (const w of firsts) enter(w.shape);
  return { lens, wants, pieces, top: scale(Math.max(...firsts.map(reach), 0.01)) };
}

/** Whether something in a text is shown with the chosen character. */
const lensed = (parts: Sketched[]) => parts.some((p) => p.kind === "brain" || p.kind === "squad" || hasCurve(p));
const hasCurve = (p: Sketched): boolean => !!p.curves || (p.lines ?? []).some(hasCurve);

/** Asks for the chosen character, as the text judges it, whenever text or moment change. */
export function Follow({ draft }: { draft: Draft }) {
  const { parts } = useDrawn(draft);
  const { agent } = useAddress();
  const moment = useMoment();
  const on = agent !== undefined && lensed(parts);
  const { data, error } = useQuery(on ? { op: "lens", agent, file: draft.file, text: draft.view.state.doc.toString(), tick: moment.tick } : undefined, moment.version, 150);
  useEffect(() => {
    if (!on) put(nobody);
    else if (data) put(liveOf(data));
    else if (error) put({ ...nobody, none: `${error}.` });
  }, [on, data, error]);
  useEffect(() => () => put(nobody), []);
  return null;
}
