import { useState } from "react";
import { useNotes } from "../state/notes";
import { Bookmarks } from "./bookmarks";
import { Breaks } from "./breaks";
import { Events } from "./events";

/** Beside the lanes: what happened, the moments that are marked, and where the simulation pauses. */
export function Panel({ kinds }: { kinds: string[] }) {
  const [tab, setTab] = useState<"events" | "bookmarks" | "breakpoints">("events");
  const { breaks, bookmarks } = useNotes();
  const count = { events: 0, bookmarks: bookmarks.length, breakpoints: breaks.length };
  return (
    <div className="timepanel">
      <nav>
        {(["events", "bookmarks", "breakpoints"] as const).map((t) => (
          <button key={t} className={t === tab ? "tab on" : "tab"} onClick={() => setTab(t)}>
            {t} {count[t] > 0 && <small>{count[t]}</small>}
          </button>
        ))}
      </nav>
      {tab === "events" && <Events kinds={kinds} />}
      {tab === "bookmarks" && <Bookmarks />}
      {tab === "breakpoints" && <Breaks />}
    </div>
  );
}
