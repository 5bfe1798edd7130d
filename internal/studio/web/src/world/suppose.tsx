import { useEffect, useState } from "react";
import { brief } from "../parts/value";
import type { Answers } from "../net/wire";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { beside } from "./whythis";

/** A character that is being dragged: over which place, in metres, where its card goes, and where the pointer is in a picture of some height, in pixels. */
export interface Held {
  name: string;
  at: [number, number];
  x: number;
  y: number;
  height: number;
}

/** How long the pointer rests before the smallest change is searched for, in milliseconds. */
const rests = 300;
/** Questions are at least so many milliseconds apart. */
const least = 120;

/** What the selected character would do if the dragged one stood where it is held, and why or why not. */
export function Suppose({ agent, held }: { agent: string; held: Held }) {
  const { opened } = useStudio();
  const at: [number, number] = [Math.round(held.at[0] * 20) / 20, Math.round(held.at[1] * 20) / 20];
  const place = at.join(", ");
  const [rested, setRested] = useState("");
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(place), rests);
    return () => window.clearTimeout(timer);
  }, [place]);
  const { data, error } = useQuery({ op: "suppose", agent, file: opened?.file, name: held.name, at, on: rested === place }, 0, least);
  const mine = data?.moved === held.name ? data : undefined;
  return (
    <div className="whythis suppose" role="status" data-testid="suppose" data-at={place} data-seconds={mine?.seconds} style={{ left: held.x, ...beside(held.y, held.height) }}>
      <div className="head"><span>{agent}, if <b>{held.name === agent ? "it" : held.name}</b> stood at {place}:</span></div>
      {error && <p className="fault">{error}</p>}
      {!mine && !error && <p className="quiet">trying …</p>}
      {mine && <p className={mine.as || mine.but ? "yes" : "quiet"} data-testid="comes">{outcome(mine)}</p>}
      {mine?.why && <p className={mine.why.inPlan ? "yes" : "no"} data-verdict={mine.why.verdict}>{held.name}: {brief(mine.why.brief[0] ?? mine.why.summary)}</p>}
      {mine?.remedies && <p className="would" data-testid="would">It would still take: {brief(mine.remedies[0]!)}, if nothing else changes.</p>}
      {mine?.other && <p className="quiet">also {brief(mine.other)}</p>}
    </div>
  );
}

/** What comes of the other place within a second. */
function outcome({ as, but, did, does, seconds }: Answers["suppose"]): string {
  if (!as && !but) return `It would go on as now for the next second: ${brief(does)}.`;
  const event = but ? brief(but) : `without: ${brief(as)}`;
  return `in ${seconds.toFixed(1)} s: ${brief(does)}${did !== does ? `, instead of ${brief(did)}` : ""} (${event})`;
}
