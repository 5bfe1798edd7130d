import { useState } from "react";
import type { Setting } from "../net/wire";
import { beginFork, described, endFork, firstOf, spans, toForkMoment, useFork } from "../state/fork";
import { useStudio } from "../state/studio";

/** Runs the shown moment twice, with other values for a character and without them: all views then show both sides. */
export function Fork({ agent, sets, tick }: { agent: string; sets: Setting[]; tick?: number }) {
  const { frame } = useStudio();
  const { fork } = useFork();
  const [span, setSpan] = useState(60);
  const change = { agent, sets };
  const own = fork && described(fork.change) === described(change) ? fork : undefined;
  const first = own?.result?.first;
  return (
    <div className="forking" data-testid="fork" data-done={own?.done ?? false}>
      <p className="choices">
        <button className="mini" onClick={() => void beginFork(change, span, tick)} title="this moment goes on twice: as it is, and with the change; the run itself stays as it is">run both from here</button>
        <label>
          for{" "}
          <select value={span} onChange={(e) => setSpan(Number(e.target.value))} aria-label="how long both sides run">
            {spans.map((s) => <option key={s} value={s}>{s} s</option>)}
          </select>
        </label>
        {own && <button className="mini" onClick={endFork}>{own.done ? "end the fork" : "stop"}</button>}
      </p>
      {own && !own.done && <p className="quiet" role="status">{own.ran} of {own.of} ticks</p>}
      {own?.error && <p className="fault">{own.error}</p>}
      {own?.done && !own.error && (first ? (
        <button className="case" onClick={() => toForkMoment(first.tick, first.agent)} title="go to it">
          <b>first difference</b> at {firstOf(own, frame?.tps ?? 10)}
        </button>
      ) : (
        <p className="quiet">All characters do the same on both sides.</p>
      ))}
      {own?.text && (
        <details>
          <summary>all differences</summary>
          <pre>{own.text}</pre>
        </details>
      )}
    </div>
  );
}
