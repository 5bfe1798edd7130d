import { useEffect, useState, useSyncExternalStore } from "react";
import { busy } from "../net/busy";
import type { Sketched, Truth, TruthLamp } from "../net/wire";
import { useAddress } from "../state/address";
import { useMoment } from "../state/moment";
import { useQuery } from "../state/query";

/** Milliseconds between two questions what holds. */
const pause = 400;

const conditions = /^(if|when|where|while|until|skip_if|fail_if|succeed_if)\b/;

/** Which conditions hold, for all that show it. */
let shown: { who: string; truth?: Truth; byPlace: Map<string, TruthLamp> } = { who: "", byPlace: new Map() };
const watchers = new Set<() => void>();

const place = (path: string, text: string) => `${path}\n${text.replace(/\s+/g, " ")}`;
const declaration = (path: string) => path.split(" / ", 1)[0]!;

function tell(who: string, truth: Truth | undefined) {
  const byPlace = new Map<string, TruthLamp>();
  for (const l of truth?.list ?? []) {
    byPlace.set(place(declaration(l.path), l.text), l); // a statement that was moved since keeps its lamp
    byPlace.set(place(l.path, l.text), l);
  }
  shown = { who, truth, byPlace };
  for (const w of watchers) w();
}

const subscribe = (w: () => void) => (watchers.add(w), () => watchers.delete(w));

/** Asks which conditions of a file hold for the chosen character at the shown moment, as long as it is on the page. */
export function Lamps({ file }: { file: string }) {
  const { agent, sides } = useAddress();
  const moment = useMoment();
  const [again, setAgain] = useState(0);
  const on = agent !== undefined && sides !== "text";
  const { data } = useQuery(on ? { op: "truth", file, agent, tick: moment.tick } : undefined, `${moment.version}/${again}`, pause);
  useEffect(() => {
    tell(agent ?? "", on ? data : undefined);
    if (!on || !data?.more) return;
    busy(1); // what is shown is not all of it
    const timer = window.setTimeout(() => setAgain((n) => n + 1), pause);
    return () => (window.clearTimeout(timer), busy(-1));
  }, [agent, on, data]);
  useEffect(() => () => tell("", undefined), []);
  if (!on || !data || data.list.length === 0) return null;
  return <span className="quiet lamps" data-testid="lamps" data-tick={data.tick} data-counted={!data.more} title={`● a condition holds, ○ it does not; behind it how often it held, at ${data.of} moments since ${data.since.toFixed(1)}s: this one and each whole second before it${data.more ? "; others are being read" : ""}`}>● ○ {agent}</span>;
}

/** What a condition is now, and how often it held in the last minute; nothing if that is not known, or the running program has another one. */
function Lamp({ path, text }: { path: string; text: string }) {
  const key = useSyncExternalStore(subscribe, () => {
    const l = shown.byPlace.get(place(path, text)) ?? shown.byPlace.get(place(declaration(path), text));
    return l ? `${l.holds}|${l.for ?? 0}|${l.tried ?? 0}|${l.often}|${l.known}|${Math.floor(shown.truth!.since)}|${shown.who}` : "";
  });
  if (!key) return null;
  const [holds, of, tried, often, known, since, who] = key.split("|") as [string, string, string, string, string, string, string];
  const share = Number(known) > 1 ? `${Math.round((Number(often) * 100) / Number(known))} %` : "";
  const now = Number(tried) > 0 ? `holds for ${of} of ${tried} values` : holds === "true" ? "holds" : "does not hold";
  const title = `${now} for ${who}${share ? `; it held at ${often} of ${known} moments since ${since}s` : ""}`;
  return (
    <span className={holds === "true" ? "lamp on" : "lamp"} role="img" aria-label={title} title={`${text.replace(/\s+/g, " ")}\n${title}`}>
      {holds === "true" ? "●" : "○"}{Number(tried) > 0 && ` ${of}/${tried}`}{share && ` ${share}`}
    </span>
  );
}

/** The lamps of the conditions on the line of a statement; clause: only that of one. */
export function LampsOf({ part, clause }: { part: Sketched; clause?: string }) {
  const texts = clause !== undefined ? [clause] : [...(part.clauses ?? []).map((c) => c.text), part.head];
  return texts.filter((t) => conditions.test(t)).map((t, i) => <Lamp key={i} path={part.path} text={t} />);
}
