import { useEffect, useRef, useState } from "react";
import { busy } from "../net/busy";
import type { Setting, Sweep } from "../net/wire";
import { ask } from "../state/studio";

const look = 200; // milliseconds between two looks how far it is

/** Measures two sets of constants against each other, over many seeds, while everything else goes on. */
export function Sweeping({ a, b }: { a: Map<string, string>; b: Map<string, string> }) {
  const [from, setFrom] = useState("1");
  const [count, setCount] = useState("10");
  const [seconds, setSeconds] = useState("60");
  const [state, setState] = useState<Sweep>();
  const run = useRef(0);
  useEffect(() => () => {
    run.current++;
    void ask({ op: "unsweep" }).catch(() => {});
  }, []);
  const list = (m: Map<string, string>): Setting[] => [...m].map(([name, value]) => ({ name, value }));
  const begin = async () => {
    const own = ++run.current;
    try {
      let s = await ask({ op: "sweep", seed: Number(from), count: Number(count), until: Number(seconds), tuned: list(a), sets: list(b) });
      while (own === run.current) {
        setState(s);
        if (s.done) return;
        busy(1);
        await new Promise((done) => setTimeout(done, look));
        busy(-1);
        if (own === run.current) s = await ask({ op: "swept" });
      }
    } catch (e) {
      if (own === run.current) setState({ done: true, error: (e as Error).message, ran: 0, of: 0 });
    }
  };
  const stop = () => {
    run.current++;
    void ask({ op: "unsweep" }).catch(() => {});
    setState(undefined);
  };
  const working = state && !state.done;
  return (
    <div className="sweep" data-testid="sweep">
      <div className="head">
        <label>seeds from <input className="number" type="number" min={0} value={from} onChange={(e) => setFrom(e.target.value)} aria-label="first seed" /></label>
        <label>how many <input className="number" type="number" min={1} max={200} value={count} onChange={(e) => setCount(e.target.value)} aria-label="number of seeds" /></label>
        <label>seconds <input className="number" type="number" min={1} max={3600} value={seconds} onChange={(e) => setSeconds(e.target.value)} aria-label="seconds of each" /></label>
        {working ? <button className="mini" onClick={stop}>stop</button> : <button className="mini" onClick={() => void begin()}>sweep A against B</button>}
      </div>
      {working && <p className="quiet"><progress aria-label="games run" max={state.of} value={state.ran} /> {state.ran} of {state.of} games</p>}
      {state?.error && <p className="error" role="alert">{state.error}</p>}
      {state?.text && <pre tabIndex={0} aria-label="result of the sweep">{state.text}</pre>}
    </div>
  );
}
