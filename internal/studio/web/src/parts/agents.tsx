import { memo, useEffect, useRef, useState } from "react";
import type { Question } from "../net/socket";
import { maxSets, type Present } from "../net/wire";
import { go, useAddress } from "../state/address";
import { useMoment } from "../state/moment";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { brief } from "./value";

/** The height of a row, in pixels, as the style sheet has it. */
const row = 42;
/** Rows that are created above and below the visible ones. */
const spare = 4;

/** The agents with their current actions: only visible rows are created, and only their data is requested. */
export const Agents = memo(function Agents({ members }: { members: Present[] }) {
  const { opened } = useStudio();
  const { agent } = useAddress();
  const moment = useMoment();
  const [filter, setFilter] = useState("");
  const [span, setSpan] = useState({ from: 0, to: 24 });
  const box = useRef<HTMLDivElement>(null);
  const ask: Question<"agents"> = { op: "agents", file: opened?.file, tick: moment.tick };

  const wanted = filter.toLowerCase();
  const all = useQuery(opened && wanted ? ask : undefined, moment.version, 1000).data;
  const doing = new Map(all?.map((a) => [a.name, a]));
  const shown = wanted ? members.filter((m) => `${m.name} ${doing.get(m.name)?.doing ?? ""}`.toLowerCase().includes(wanted)) : members;
  const seen = shown.slice(span.from, span.to);
  const lines = useQuery(opened && seen.length > 0 ? { ...ask, names: seen.map((m) => m.name).slice(0, maxSets) } : undefined, moment.version, 250).data;
  for (const a of lines ?? []) doing.set(a.name, a);

  const look = () => {
    const b = box.current;
    if (!b) return;
    const from = Math.max(0, Math.floor(b.scrollTop / row) - spare);
    const to = Math.ceil((b.scrollTop + b.clientHeight) / row) + spare;
    setSpan((was) => (was.from === from && was.to === to ? was : { from, to }));
  };
  useEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const at = shown.findIndex((m) => m.name === agent);
  useEffect(() => {
    const b = box.current;
    if (!b || at < 0) return;
    if (at * row < b.scrollTop) b.scrollTop = at * row;
    else if ((at + 1) * row > b.scrollTop + b.clientHeight) b.scrollTop = (at + 1) * row - b.clientHeight;
    look();
  }, [agent, at]);

  return (
    <aside className="agents">
      <div className="head">
        Characters <small>{members.length}</small>
      </div>
      {members.length > 8 && <input className="filter" placeholder="filter" value={filter} onChange={(e) => setFilter(e.target.value)} />}
      <div className="rows" ref={box} onScroll={look} data-testid="agents">
        <ul style={{ height: shown.length * row }}>
          {seen.map((m, i) => (
            <li key={m.name} style={{ top: (span.from + i) * row }}>
              <button className={m.name === agent ? "who on" : "who"} onClick={() => go({ agent: m.name, plan: undefined, level: undefined, goal: undefined, k: undefined })}>
                <b>{m.name}</b>
                <span className={doing.get(m.name)?.idle ? "doing idle" : "doing"}>{brief(doing.get(m.name)?.doing ?? "…")}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
});
