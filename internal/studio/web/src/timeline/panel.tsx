import { useFork } from "../state/fork";
import { useNotes } from "../state/notes";
import { Bookmarks } from "./bookmarks";
import { Breaks } from "./breaks";
import { Events } from "./events";
import { Differences } from "./forkbar";

export type Tab = "events" | "bookmarks" | "breakpoints" | "fork";

/** Beside the lanes: what happened, the moments that are marked, where the simulation pauses, and how the sides of a fork differ. */
export function Panel({ kinds, tab, choose }: { kinds: string[]; tab: Tab; choose: (tab: Tab) => void }) {
  const { fork } = useFork();
  const { breaks, bookmarks } = useNotes();
  const count = { events: 0, bookmarks: bookmarks.length, breakpoints: breaks.length, fork: fork?.result?.agents.length ?? 0 };
  const tabs: Tab[] = ["events", "bookmarks", "breakpoints", ...(fork ? (["fork"] as const) : [])];
  if (!tabs.includes(tab)) tab = "events";
  return (
    <div className="timepanel">
      <nav>
        {tabs.map((t) => (
          <button key={t} className={t === tab ? "tab on" : "tab"} onClick={() => choose(t)}>
            {t} {count[t] > 0 && <small>{count[t]}</small>}
          </button>
        ))}
      </nav>
      {tab === "events" && <Events kinds={kinds} />}
      {tab === "bookmarks" && <Bookmarks />}
      {tab === "breakpoints" && <Breaks />}
      {tab === "fork" && <Differences />}
    </div>
  );
}
