import { AsTest } from "../explorer/astest";
import type { Bookmark } from "../net/wire";
import { useAddress } from "../state/address";
import { seconds } from "../state/moment";
import { removeBookmark, setBookmark, toMoment, useNotes } from "../state/notes";
import { useStudio } from "../state/studio";

/** The moments that somebody has marked, for all who look at the simulation. */
export function Bookmarks() {
  const { bookmarks } = useNotes();
  const { frame, opened } = useStudio();
  const { tick } = useAddress();
  return (
    <ol className="log" data-testid="bookmarks">
      {bookmarks.map((m) => (
        <li key={m.id} className={m.tick === tick ? "mark here" : "mark"}>
          <button className="when" onClick={() => toMoment(m.tick, m.agent)} title="go there">
            <i>⚑</i>
            <time>{seconds(m.tick, frame?.tps ?? 10)}</time>
          </button>
          <Text m={m} />
          <span className="quiet">{m.agent}</span>
          {!opened?.record && <AsTest question={{ op: "astest", file: opened?.file, mark: m }} what="write the run up to here as a test" />}
          <button className="icon" onClick={() => void removeBookmark(m.id)} aria-label={`remove the bookmark at ${seconds(m.tick, frame?.tps ?? 10)}`}>×</button>
        </li>
      ))}
      {bookmarks.length === 0 && <li className="empty">Key b marks the moment that is shown.</li>}
    </ol>
  );
}

function Text({ m }: { m: Bookmark }) {
  return <input key={m.note} defaultValue={m.note ?? ""} placeholder="note" maxLength={200} aria-label="note of a bookmark" onBlur={(e) => e.target.value !== (m.note ?? "") && void setBookmark({ ...m, note: e.target.value })} onKeyDown={(e) => e.key === "Enter" && e.currentTarget.blur()} />;
}
