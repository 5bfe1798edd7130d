import { useEffect, useState } from "react";
import type { Figure, ForkState, Lane, Setting } from "../net/wire";
import { seconds } from "../state/moment";
import { useQuery } from "../state/query";
import { ask, fail, useStudio } from "../state/studio";
import { Copy } from "./copy";

const spans = [10, 60, 300];
/** How often a page asks how far a fork is, in milliseconds. */
const poll = 250;

/** Runs the shown moment twice, with other values for a character and without them, and shows both sides. */
export function Fork({ agent, sets, tick }: { agent: string; sets: Setting[]; tick?: number }) {
  const { frame } = useStudio();
  const [span, setSpan] = useState(60);
  const [state, setState] = useState<ForkState>();
  const tps = frame?.tps ?? 10;
  const begin = () =>
    ask({ op: "fork", agent, sets, until: span * tps, ...(tick !== undefined && { tick }) })
      .then(setState)
      .catch((e: Error) => fail(e.message));
  const end = () => {
    setState(undefined);
    void ask({ op: "unfork" }).catch((e: Error) => fail(e.message));
  };
  useEffect(() => {
    if (!state || state.done) return;
    const timer = window.setTimeout(() => {
      ask({ op: "forked" })
        .then(setState)
        .catch(() => setState(undefined)); // another file was opened, or another fork begun
    }, poll);
    return () => window.clearTimeout(timer);
  }, [state]);
  return (
    <div className="fork" data-testid="fork" data-done={state?.done ?? false}>
      <p className="choices">
        <button className="mini" onClick={() => void begin()} title="this moment goes on twice: as it is, and with the change; the run itself stays as it is">run both from here</button>
        <label>
          for{" "}
          <select value={span} onChange={(e) => setSpan(Number(e.target.value))} aria-label="how long both sides run">
            {spans.map((s) => <option key={s} value={s}>{s} s</option>)}
          </select>
        </label>
        {state && <button className="mini" onClick={end}>{state.done ? "end the fork" : "stop"}</button>}
      </p>
      {state && !state.done && <p className="quiet" role="status">{state.ran} of {state.of} ticks</p>}
      {state?.error && <p className="fault">{state.error}</p>}
      {state?.done && state.result && <Outcome state={state} agent={agent} tps={tps} />}
    </div>
  );
}

/** What came of a fork: the first difference, where everybody is on both sides at a moment, and two lanes for each. */
function Outcome({ state, agent, tps }: { state: ForkState; agent: string; tps: number }) {
  const { opened } = useStudio();
  const { first, agents, to } = state.result!;
  const [at, setAt] = useState(first?.tick ?? to);
  const names = [...new Set([agent, ...agents.map((d) => d.agent)])].slice(0, 6);
  const ghosts = useQuery({ op: "ghosts", file: opened?.file, tick: at }, state.tick).data;
  const lanes = useQuery({ op: "forklanes", file: opened?.file, names, count: 500, events: { from: state.tick } }, state.tick).data?.lanes ?? [];
  return (
    <>
      {first ? (
        <button className="case" onClick={() => setAt(first.tick)}>
          <b>first difference</b> at {seconds(first.tick, tps)}: {first.agent} {first.but || "does nothing"}, without the change {first.as || "nothing"}
        </button>
      ) : (
        <p className="quiet">All characters do the same on both sides.</p>
      )}
      <label className="choices">
        <input type="range" min={state.tick} max={to} value={at} onChange={(e) => setAt(Number(e.target.value))} aria-label="moment of the fork" />
        <time>{seconds(at, tps)}</time>
      </label>
      {ghosts && <Ground as={ghosts.as} but={ghosts.but} />}
      <p className="quiet">Below, for each: what it does without the change, then with it.</p>
      {names.map((name) => (
        <div key={name} className="pair">
          <span>{name}</span>
          {lanes.filter((l) => l.agent === name || l.agent === `⑂ ${name}`).map((l) => <Track key={l.agent} lane={l} from={state.tick} to={to} at={at} first={agents.find((d) => d.agent === name)?.tick} />)}
        </div>
      ))}
      <details>
        <summary>all differences</summary>
        <pre>{state.text}</pre>
        <Copy text={state.text ?? ""} />
      </details>
    </>
  );
}

/** Both sides seen from above: rings are without the change, dots with it; a line joins the two of a character. */
function Ground({ as, but }: { as: Figure[]; but: Figure[] }) {
  const { opened } = useStudio();
  const xs = [...as, ...but].flatMap((f) => [f.x]), ys = [...as, ...but].flatMap((f) => [f.y]);
  const land = opened?.land;
  const sized = land && land.max[0] > land.min[0];
  const [x0, y0] = sized ? land.min : [Math.min(...xs), Math.min(...ys)];
  const [x1, y1] = sized ? land.max : [Math.max(...xs), Math.max(...ys)];
  const size = Math.max(x1 - x0, y1 - y0, 1);
  const r = size / 60;
  const other = new Map(as.filter((f) => f.n).map((f) => [f.n, f]));
  return (
    <svg viewBox={`${x0 - r * 2} ${y0 - r * 2} ${Math.max(x1 - x0, 1) + r * 4} ${Math.max(y1 - y0, 1) + r * 4}`} role="img" aria-label={`${but.filter((f) => f.n).length} characters on both sides of the fork`}>
      {as.filter((f) => f.n).map((f) => <circle key={`as ${f.n}`} className="as" cx={f.x} cy={f.y} r={r}><title>{f.n}, without the change</title></circle>)}
      {but.filter((f) => f.n).map((f) => {
        const o = other.get(f.n);
        return (
          <g key={`but ${f.n}`} className="but">
            {o && <line x1={o.x} y1={o.y} x2={f.x} y2={f.y} />}
            <circle cx={f.x} cy={f.y} r={r * 0.7}><title>{f.n}, with the change</title></circle>
          </g>
        );
      })}
    </svg>
  );
}

/** One lane of a fork: its bars, the first difference, and the moment that is shown. */
function Track({ lane, from, to, at, first }: { lane: Lane; from: number; to: number; at: number; first?: number }) {
  const x = (tick: number) => (100 * (Math.min(Math.max(tick, from), to) - from)) / Math.max(to - from, 1);
  const bars = lane.bars.filter((b) => !b.r && (b.b < 0 || b.b > from) && b.a < to);
  return (
    <svg className="track" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={`what ${lane.agent} does: ${bars.map((b) => b.t).join(", ")}`}>
      {bars.map((b, i) => (
        <rect key={i} className={b.c ?? "runs"} x={x(b.a)} y={1} width={Math.max(x(b.b < 0 ? to : b.b) - x(b.a), 0.3)} height={6}>
          <title>{b.t}</title>
        </rect>
      ))}
      {first !== undefined && <line className="first" x1={x(first)} x2={x(first)} y1={0} y2={8} />}
      <line className="now" x1={x(at)} x2={x(at)} y1={0} y2={8} />
    </svg>
  );
}
