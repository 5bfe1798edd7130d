import { useEffect, useRef, useState } from "react";
import type { Entry } from "../net/types";
import { ask } from "../state/studio";

const keep = 20000;
const least = 250;

/** The events of the simulation, fetched as they come. */
export function useEntries(file: string | undefined, run: number | undefined, seq: number | undefined): Entry[] {
  const [list, setList] = useState<Entry[]>([]);
  const about = useRef({ key: "", last: 0, busy: false });
  const key = `${file}/${run}`;
  useEffect(() => {
    const a = about.current;
    if (a.key !== key) {
      about.current = { key, last: 0, busy: false };
      setList([]);
    }
    const mine = about.current;
    if (!file || mine.busy || seq === undefined || seq <= mine.last) return;
    mine.busy = true;
    setTimeout(() => {
      ask<Entry[]>({ op: "events", since: mine.last })
        .then((more) => {
          if (about.current !== mine || more.length === 0) return;
          mine.last = more.at(-1)!.seq;
          setList((was) => [...was, ...more].slice(-keep));
        })
        .catch(() => undefined)
        .finally(() => (mine.busy = false));
    }, least);
  }, [key, seq, file]);
  return list;
}
