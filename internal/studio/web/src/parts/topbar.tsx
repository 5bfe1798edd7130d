import { lazy, Suspense, useMemo } from "react";
import { playground } from "../net/line";
import { Record } from "./record";
import { go, useAddress, views, viewTitles } from "../state/address";
import { changeSpeed, togglePlay } from "../state/keys";
import { seconds, useMoment } from "../state/moment";
import { command, home, open, restart, useStudio } from "../state/studio";
import { toggleTheme } from "../state/theme";

const Share = lazy(() => import("../play/share"));

/** File, views, and what drives the simulation. */
export function TopBar({ help, constants, search }: { help: () => void; constants: () => void; search: () => void }) {
  const { connected, files, opened, frame } = useStudio();
  const { view, tick } = useAddress();
  const moment = useMoment();
  const labels = useMemo(() => labelled(files), [files]);
  return (
    <header className="top">
      <button className="brand" onClick={home} title={connected ? "to the start: demos, traces, your own files" : "the studio does not answer"} aria-label="start page">
        <i className={connected ? "gear on" : "gear"} /> karakuri
      </button>
      {opened && <select value={opened?.file ?? ""} onChange={(e) => void open(e.target.value)} aria-label="file" title={opened ? `${opened.file}\nlives in: ${opened.place}` : undefined}>
        {files.map((f) => (
          <option key={f} value={f}>{labels.get(f)}</option>
        ))}
      </select>}
      {opened && <nav>
        {views.map((v, i) => (
          <button key={v} className={v === view ? "tab on" : "tab"} onClick={() => go({ view: v })} title={`key ${i + 1}`}>
            {viewTitles[v]}
          </button>
        ))}
      </nav>}
      {opened && <button className="finding" onClick={search} title="search everything (Ctrl K)" aria-label="search">⌕ <kbd>Ctrl K</kbd></button>}
      <span className="gap" />
      {frame?.paused && !frame.hit && <span className="note" title={frame.paused}>{frame.paused}</span>}
      {frame && (
        <span className="transport">
          <button className="icon" onClick={togglePlay} title="play or pause (space)" aria-label={frame.playing ? "pause" : "play"}>
            {frame.playing ? "❚❚" : "▶"}
          </button>
          <button className="icon" onClick={() => void command({ op: "step", count: 1 })} title="one tick (.)" aria-label="step">▶❘</button>
          {!opened?.hosted && <span className="speed">
            <button className="icon" onClick={() => changeSpeed(-1)} title="slower (−)" aria-label="slower">−</button>
            <b>{frame.speed}×</b>
            <button className="icon" onClick={() => changeSpeed(1)} title="faster (+)" aria-label="faster">+</button>
          </span>}
          {opened && !opened.record && !opened.hosted && (
            <label className="seed" title="a seed begins the run anew">
              seed
              <input
                key={opened.seed}
                defaultValue={opened.seed}
                inputMode="numeric"
                onKeyDown={(e) => e.key === "Enter" && /^\d{1,15}$/.test(e.currentTarget.value) && void restart(Number(e.currentTarget.value))}
              />
            </label>
          )}
          <Record />
          {playground && <Suspense fallback={null}><Share /></Suspense>}
          <span className={tick === undefined ? "clock" : "clock past"} data-testid="clock">{seconds(moment.shown, frame.tps)}</span>
          <button className={tick === undefined ? "live on" : "live"} onClick={() => go({ tick: undefined, plan: undefined, k: undefined })} title="now (l)">
            {tick === undefined ? "live" : "to live"}
          </button>
        </span>
      )}
      {opened && <button className="icon" onClick={constants} title="constants (c)" aria-label="constants">≡</button>}
      <button className="icon" onClick={toggleTheme} title="dark or light (t)" aria-label="theme">◐</button>
      <button className="icon" onClick={help} title="keys (?)" aria-label="keys">?</button>
    </header>
  );
}

/** The names of files in the list: without the folders that are not needed to distinguish them. */
function labelled(files: string[]): Map<string, string> {
  const end = (f: string, parts: number) => f.split("/").slice(-parts).join("/");
  return new Map(files.map((f) => {
    let parts = 1;
    while (parts < f.split("/").length && files.some((g) => g !== f && end(g, parts) === end(f, parts))) parts++;
    return [f, end(f, parts)];
  }));
}
