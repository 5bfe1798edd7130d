import type { Timer } from "../net/wire";
import { brief } from "../parts/value";

const says: Record<Timer["kind"], string> = {
  succeeds: "counts as done in", fails: "fails in", expects: "waits for its effects", commits: "committed for", cooldown: "cooldown", ban: "banned", quarantine: "goes on after a panic in", plans: "plans again in",
};

/** A time that runs, as a bar that gets shorter. */
export function TimerBar({ timer, name = false }: { timer: Timer; name?: boolean }) {
  const share = timer.of ? Math.min(1, timer.left / timer.of) : undefined;
  return (
    <span className={`timer ${timer.kind}`} data-testid="timer" data-left={timer.left} title={timer.of ? `${timer.left.toFixed(1)}s left of ${timer.of.toFixed(1)}s` : `${timer.left.toFixed(1)}s left`}>
      <span className="says">{says[timer.kind]}{name && <b> {brief(timer.text)}</b>}</span>
      {share !== undefined && <span className="bar"><i style={{ width: `${100 * share}%` }} /></span>}
      <em>{timer.left.toFixed(1)}s{timer.of ? <small> / {timer.of.toFixed(1)}s</small> : null}</em>
    </span>
  );
}
