import { described, endFork, firstOf, toForkMoment, toggleGhosts, useFork } from "../state/fork";
import { seconds } from "../state/moment";
import { useStudio } from "../state/studio";
import { Copy } from "../explorer/copy";

/** What the fork of the page is, over the lanes of all views: the change, how far it is, and the first difference. */
export function ForkBar({ all }: { all: () => void }) {
  const { frame } = useStudio();
  const { fork, ghosts } = useFork();
  if (!fork) return null;
  const tps = frame?.tps ?? 10;
  const first = fork.result?.first;
  const words = described(fork.change);
  return (
    <div className="forkbar" role="status" data-testid="forkbar" data-done={fork.done}>
      <b title={words}>⇉ {seconds(fork.tick, tps)} {words}</b>
      {!fork.done && <span className="quiet">{fork.ran} of {fork.of} ticks</span>}
      {fork.error && <span className="fault" title={fork.error}>{fork.error}</span>}
      {fork.done && !fork.error && <span className="what" title={firstOf(fork, tps)}>{first ? `first difference at ${firstOf(fork, tps)}` : "all characters do the same on both sides"}</span>}
      {first && <button className="mini strong" onClick={() => toForkMoment(first.tick, first.agent)}>go to it</button>}
      <span className="gap" />
      {fork.done && first && <button className="mini" onClick={all}>{fork.result!.agents.length} {fork.result!.agents.length === 1 ? "differs" : "differ"}</button>}
      <button className={ghosts ? "mini on" : "mini"} aria-pressed={ghosts} onClick={toggleGhosts} title="the side with the change, in the world and as second lanes (g)">ghosts</button>
      <button className="mini" onClick={endFork}>{fork.done ? "end the fork" : "stop"}</button>
    </div>
  );
}

/** All differences of a fork: a click goes to the moment. */
export function Differences() {
  const { frame } = useStudio();
  const { fork } = useFork();
  const tps = frame?.tps ?? 10;
  if (!fork?.result) return <p className="empty">{fork ? fork.error ?? `${fork.ran} of ${fork.of} ticks` : "There is no fork."}</p>;
  return (
    <div className="log" data-testid="differences">
      <ul>
        {fork.result.agents.map((d) => (
          <li key={d.agent}>
            <button onClick={() => toForkMoment(d.tick, d.agent)} title={`${d.but || "nothing"}; without the change ${d.as || "nothing"}`}>
              <time>{seconds(d.tick, tps)}</time>
              <b>{d.agent}</b>
              <span>{d.but || "does nothing"}<em className="quiet">, without the change {d.as || "nothing"}</em></span>
            </button>
          </li>
        ))}
      </ul>
      {fork.result.agents.length === 0 && <p className="empty">All characters do the same on both sides.</p>}
      {fork.result.notes?.map((n) => <p key={n} className="more">{n}</p>)}
      {fork.text && <p className="more"><Copy text={fork.text} /></p>}
    </div>
  );
}
