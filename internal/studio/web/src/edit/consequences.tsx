import { useEffect, useRef, useState } from "react";
import { busy } from "../net/busy";
import type { Difference, Foreseen, Report } from "../net/wire";
import { go, useAddress } from "../state/address";
import { ask, open, useStudio } from "../state/studio";
import { useDrawn, type Draft } from "./draft";

/** How long the text must rest before its consequences are asked for, and the time between two looks, in milliseconds. */
const rest = 250;
const look = 120;

/** What would come of the text if it were saved: its tests, the decision of the chosen character, and recorded decisions that would differ. */
export function Consequences({ draft, close }: { draft: Draft; close: () => void }) {
  const { opened } = useStudio();
  const { agent, tick } = useAddress();
  useDrawn(draft);
  const [found, setFound] = useState<Foreseen>();
  const [stopped, setStopped] = useState(false);
  const [again, setAgain] = useState(0);
  const stop = useRef(() => {});
  const text = draft.view.state.doc.toString();
  useEffect(() => {
    let gone = false;
    let timer = 0;
    const wait = (time: number) =>
      new Promise<void>((done) => {
        busy(1);
        timer = window.setTimeout(() => (busy(-1), (timer = 0), done()), time);
      });
    const ends = () => {
      gone = true;
      if (timer) window.clearTimeout(timer), busy(-1);
      timer = 0;
    };
    stop.current = () => {
      ends();
      setStopped(true);
      void ask({ op: "forget" });
    };
    setStopped(false);
    void (async () => {
      try {
        await wait(rest);
        let f = await ask({ op: "foresee", file: draft.file, text, agent, tick });
        while (!gone) {
          setFound(f);
          if (f.done) return;
          await wait(look);
          f = await ask({ op: "foreseen" });
        }
      } catch (e) {
        if (!gone) setFound({ done: true, error: (e as Error).message, tests: [], tested: false, records: [] });
      }
    })();
    return ends;
  }, [draft, text, agent, tick, again]);
  useEffect(() => () => void ask({ op: "forget" }).catch(() => {}), []);

  const failed = found?.tests.filter((t) => !t.passed) ?? [];
  const newly = failed.filter((t) => t.newly).length;
  const mended = found?.tests.filter((t) => t.passed && t.newly).length ?? 0;
  const working = !!found && !found.done && !stopped;
  return (
    <section className="consequences" aria-label="consequences" data-testid="consequences" data-done={found?.done && !working ? "yes" : "no"}>
      <div className="head">
        <b>Consequences</b> <small className="quiet">of the text as it is here, before it is saved</small>
        <span className="gap" />
        {working && <button className="mini" onClick={() => stop.current()}>stop</button>}
        {(stopped || found?.done) && <button className="mini" onClick={() => setAgain((n) => n + 1)}>again</button>}
        <button className="icon" onClick={close} aria-label="close consequences">×</button>
      </div>
      {!found && <p className="quiet">…</p>}
      {found?.error && <p className="error" data-testid="unforeseen">Nothing can be said while the program does not load: {found.error}</p>}
      {found && !found.error && (
        <div className="columns">
          <div>
            <h3>Tests</h3>
            {!found.tested && !found.done && <p className="quiet">running …</p>}
            {found.tested && found.tests.length === 0 && <p className="quiet">The program has none.</p>}
            {found.tests.length > 0 && (
              <p data-testid="tests">
                {found.tests.length - failed.length} of {found.tests.length} pass
                {newly > 0 && <b className="bad">, {newly} newly failed</b>}
                {mended > 0 && <b className="good">, {mended} newly passed</b>}
              </p>
            )}
            <ul>
              {[...failed].sort((a, b) => Number(!!b.newly) - Number(!!a.newly)).map((t) => (
                <li key={t.name}>
                  <button className="link" onClick={() => go({ src: t.at.file, line: t.at.line })}>{t.newly ? "✕ newly failed: " : "✕ "}{t.name}</button>
                  <small>expected {t.want}; got {t.got}</small>
                </li>
              ))}
            </ul>
            <h3>{found.agent ?? "The chosen character"}</h3>
            {found.choice && (
              <dl data-testid="choice" className={found.choice.differ ? "differs" : ""}>
                {found.choice.differ ? (
                  <>
                    <dt>now</dt><dd>{found.choice.before}</dd>
                    <dt>then</dt><dd>{found.choice.after}</dd>
                  </>
                ) : (
                  <><dt>as now</dt><dd>{found.choice.before}</dd></>
                )}
              </dl>
            )}
            {!found.choice && found.done && <p className="quiet">{found.unknown ?? "nobody is chosen"}</p>}
          </div>
          <div>
            <h3>Recorded decisions</h3>
            {found.records.length === 0 && <p className="quiet">{found.done ? "Nothing has been recorded yet." : "…"}</p>}
            {found.records.map((r) => <Recording key={r.name} report={r} working={working} main={opened?.file ?? ""} />)}
          </div>
        </div>
      )}
    </section>
  );
}

const shown = 30;

function Recording({ report: r, working, main }: { report: Report; working: boolean; main: string }) {
  const [all, setAll] = useState(false);
  const whole = r.played >= r.of;
  const differ = r.plans.differ + r.turns.differ;
  const show = async (d: Difference) => {
    const at = { agent: d.agent, tick: d.tick, view: "decision", of: d.kind === "plan" ? "planning" : "all", plan: d.kind === "plan" ? d.tick : undefined } as const;
    if (r.name !== "this run" && r.name !== main) {
      await open(r.name);
      go({ file: r.name, ...at }, true);
    } else go(at);
  };
  return (
    <div className="recording" data-testid="recording" data-name={r.name}>
      <p>
        <b>{r.name}</b>:{" "}
        {(r.plans.looked > 0 || r.turns.looked === 0) && <span><b className={r.plans.differ ? "bad" : ""}>{r.plans.differ}</b> of {r.plans.looked} recorded plannings would differ, each on its recorded state. </span>}
        {r.turns.looked > 0 && <span><b className={r.turns.differ ? "bad" : ""}>{r.turns.differ}</b> of {r.turns.looked} turns of trees and brains, looked at once a second, would differ. </span>}
        {r.plans.unknown + r.turns.unknown > 0 && <span>{r.plans.unknown + r.turns.unknown} could not be made again. </span>}
      </p>
      {!whole && (
        <p className="quiet">
          <progress aria-label={`${r.name} looked at`} max={r.of} value={r.played} /> {working ? "so far" : "stopped"}: a sample of {Math.floor((r.played * 100) / Math.max(r.of, 1))} %, spread evenly over it
        </p>
      )}
      {r.notes.map((n) => <p key={n} className="quiet">{n}</p>)}
      <ul>
        {r.list.slice(0, all ? undefined : shown).map((d, i) => (
          <li key={i}>
            <button className="link" onClick={() => void show(d)}>{d.seconds.toFixed(1)}s {d.agent}{d.goal ? `, ${d.goal}` : ""}</button>
            <small>{d.before} <b>→</b> {d.after}</small>
          </li>
        ))}
        {r.list.length > shown && !all && <li><button className="mini" onClick={() => setAll(true)}>{r.list.length - shown} more</button></li>}
        {differ > r.list.length && <li className="quiet">the first {r.list.length} of {differ} are listed</li>}
      </ul>
    </div>
  );
}
