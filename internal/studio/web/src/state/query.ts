import { useEffect, useRef, useState } from "react";
import { busy } from "../net/busy";
import type { Op, Question } from "../net/socket";
import type { Answers } from "../net/wire";
import { ask } from "./studio";

interface Result<T> {
  data?: T;
  error?: string;
}

/**
 * The answer to a question, asked again when the question or its version changes: one at a time, and not more often
 * than every few milliseconds, so that a slow page asks for less. The last answer stays until the next one, unless the
 * question is about something else.
 */
export function useQuery<O extends Op>(question: Question<O> | undefined, version: number | string = 0, least = 100): Result<Answers[O]> {
  const [result, setResult] = useState<Result<Answers[O]> & { about?: string }>({});
  const flight = useRef({ busy: false, dirty: false, last: 0, timer: 0 });
  const key = question ? JSON.stringify(question) : "";
  const about = question ? `${question.op}|${question.agent}|${question.file}` : "";
  const latest = useRef(key);
  latest.current = key;

  useEffect(() => {
    const f = flight.current;
    const run = () => {
      if (f.timer) busy(-1);
      window.clearTimeout(f.timer);
      f.timer = 0;
      if (f.busy || !latest.current) {
        f.dirty = true;
        return;
      }
      const wait = f.last + least - performance.now();
      if (wait > 0) {
        busy(1);
        f.timer = window.setTimeout(run, wait);
        return;
      }
      f.busy = true;
      f.dirty = false;
      f.last = performance.now();
      const asked = latest.current;
      const q = JSON.parse(asked) as Question<O>;
      const subject = `${q.op}|${q.agent}|${q.file}`;
      ask(q)
        .then((data) => setResult({ data, about: subject }))
        .catch((e: Error) => setResult({ error: e.message, about: subject }))
        .finally(() => {
          f.busy = false;
          if (f.dirty || latest.current !== asked) run();
        });
    };
    if (key) run();
  }, [key, version, least]);

  return result.about === about ? result : {};
}
