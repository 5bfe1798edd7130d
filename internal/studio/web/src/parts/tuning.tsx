import { useEffect, useRef, useState } from "react";
import type { Setting } from "../net/wire";
import { useQuery } from "../state/query";
import { ask, fail, take, useStudio } from "../state/studio";
import { Constants } from "./constants";

/** The constants of the running simulation: it continues with the changed values, and the file stays as it is. */
export function Tuning({ close }: { close: () => void }) {
  const { opened } = useStudio();
  const [asked, setAsked] = useState(0);
  const list = useQuery(opened && { op: "constants", file: opened.file }, `${opened?.frame.run}/${asked}`).data;
  const send = useLatest(async (change: { tuned?: Setting[]; names?: string[] }) => {
    try {
      take(await ask({ op: "tune", ...change }));
      fail(undefined);
    } catch (e) {
      fail((e as Error).message);
    }
    setAsked((n) => n + 1);
  });
  useEffect(() => {
    const press = (e: KeyboardEvent) => e.key === "Escape" && close();
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [close]);
  const changed = new Map((list ?? []).filter((c) => c.value !== c.said).map((c) => [c.name, c.value]));
  return (
    <div className="tuning pane" role="dialog" aria-label="constants" data-testid="tuning">
      <div className="head">
        Constants <small>in the running simulation</small>
        <span className="gap" />
        {changed.size > 0 && <button className="mini" onClick={() => send({ names: [...changed.keys()] })}>as the file says</button>}
        <button className="icon" onClick={close} aria-label="close">×</button>
      </div>
      {opened?.record ? (
        <p className="quiet">A recorded run goes on as it did.</p>
      ) : list?.length === 0 ? (
        <p className="quiet">The program has none. What is declared as <code>const price = 5</code> can be changed here while it runs.</p>
      ) : (
        <Constants list={list ?? []} values={changed} change={(name, value) => send(value === undefined ? { names: [name] } : { tuned: [{ name, value }] })} />
      )}
    </div>
  );
}

/** Calls do one at a time; while it works only the last call that came is kept: a slider that moves asks often. */
function useLatest<T>(act: (what: T) => Promise<void>): (what: T) => void {
  const state = useRef<{ busy: boolean; next?: T }>({ busy: false });
  return async (what: T) => {
    const s = state.current;
    s.next = what;
    if (s.busy) return;
    s.busy = true;
    while (s.next !== undefined) {
      const now = s.next;
      s.next = undefined;
      await act(now);
    }
    s.busy = false;
  };
}
