import { useEffect, useRef, useState } from "react";
import type { Hit } from "../net/wire";
import { address, go } from "../state/address";
import { togglePlay } from "../state/keys";
import { seconds } from "../state/moment";
import { useStudio } from "../state/studio";
import { brief } from "./value";

/** Shows at which breakpoint the simulation has paused, with a link to its subject. In live mode the page goes to the character. */
export function HitBanner() {
  const { frame } = useStudio();
  const hit = frame?.hit;
  const key = hit ? `${frame.run}/${hit.tick}/${hit.break}` : "";
  const told = useRef("");
  const [away, setAway] = useState("");
  useEffect(() => {
    if (!hit || told.current === key) return;
    told.current = key;
    if (address().tick === undefined && hit.agent) go({ agent: hit.agent, plan: undefined, level: undefined, goal: undefined, k: undefined });
  }, [hit, key]);
  if (!hit || !frame || frame.playing || away === key) return null;
  return (
    <div className="hit" role="status" data-testid="hit">
      <i className="dot set" />
      <b>{hit.agent}</b>
      <span className="what" title={hit.text}>{brief(hit.text)}</span>
      <span className="quiet">{seconds(hit.tick, frame.tps)}</span>
      <button className="mini strong" onClick={() => go(target(hit))}>{words[hit.kind] ?? "look"}</button>
      <button className="mini" onClick={togglePlay} title="go on (space)">go on <kbd>space</kbd></button>
      <button className="icon" onClick={() => setAway(key)} aria-label="dismiss the banner">×</button>
    </div>
  );
}

const words: Record<string, string> = { operator: "the plan", method: "the plan", task: "the plan", action: "its mind", node: "the tree", goal: "its mind", want: "its mind", condition: "its mind" };

function target(hit: Hit): Parameters<typeof go>[0] {
  const inPlan = hit.kind === "operator" || hit.kind === "method" || hit.kind === "task";
  return { agent: hit.agent, view: "decision", of: inPlan ? "planning" : "all", tick: undefined, plan: undefined, k: undefined, goal: undefined, level: hit.level || undefined };
}
