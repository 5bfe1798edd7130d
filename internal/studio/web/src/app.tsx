import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { go, useAddress } from "./state/address";
import { useKeys } from "./state/keys";
import { useMoment } from "./state/moment";
import { useQuery } from "./state/query";
import { fail, useStudio } from "./state/studio";
import { playground } from "./net/line";
import type { Present } from "./net/wire";
import { Agents } from "./parts/agents";
import { Help } from "./parts/help";
import { Search } from "./parts/search";
import { TopBar } from "./parts/topbar";
import { Tuning } from "./parts/tuning";
import { Decision } from "./explorer/decision";
import { ForkSheet } from "./parts/forksheet";
import { HitBanner } from "./parts/hitbanner";
import { useFork, useForkEnds } from "./state/fork";
import { useNotesFetched } from "./state/notes";
import { Timeline } from "./timeline/timeline";
import { take } from "./start/drop";

const World = lazy(() => import("./world/world"));
const MindView = lazy(() => import("./mind/mind"));
const Domain = lazy(() => import("./domain/domain"));
const Start = lazy(() => import("./start/start"));
const TextView = lazy(() => import("./text/text"));

const nobody: Present[] = [];

/** Takes files that are dropped anywhere; the answer says that some are over the page. */
function useDrop(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const carries = (e: DragEvent) => e.dataTransfer?.types.includes("Files");
    const move = (e: DragEvent) => {
      if (!carries(e)) return;
      e.preventDefault();
      setOver(true);
    };
    const leave = (e: DragEvent) => e.relatedTarget === null && setOver(false);
    const drop = (e: DragEvent) => {
      if (!carries(e)) return;
      e.preventDefault();
      e.stopPropagation();
      setOver(false);
      void take([...e.dataTransfer!.files]);
    };
    window.addEventListener("dragover", move);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop, true); // before an editor, which would insert it
    return () => {
      window.removeEventListener("dragover", move);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop, true);
    };
  }, []);
  return over;
}

/** The whole page. */
export function App() {
  const studio = useStudio();
  const { view, agent } = useAddress();
  const moment = useMoment();
  const [help, setHelp] = useState(false);
  const [tuning, setTuning] = useState(false);
  const [searching, setSearching] = useState(false);
  const roster = useQuery(studio.opened && { op: "members", file: studio.opened.file, tick: moment.tick }, `${studio.frame?.run}/${studio.frame?.crowd}`, 500).data ?? nobody;
  const names = useMemo(() => roster.map((a) => a.name), [roster]);
  const kinds = useMemo(() => [...new Set(roster.map((a) => a.kind))], [roster]);
  const somebody = names.find((n) => n !== "");
  useEffect(() => {
    if (!agent && somebody) go({ agent: somebody }, true);
  }, [agent, somebody]);
  const toggleTuning = useCallback(() => setTuning((t) => !t), []);
  const toggleHelp = useCallback(() => setHelp((h) => !h), []);
  const toggleSearch = useCallback(() => setSearching((s) => !s), []);
  useKeys(names, toggleHelp, toggleTuning, toggleSearch);
  useNotesFetched();
  useForkEnds();
  const { asking } = useFork();
  const dropping = useDrop();

  return (
    <div className="shell">
      <TopBar help={toggleHelp} constants={toggleTuning} search={toggleSearch} />
      {studio.opened ? (
        <>
          <Agents members={roster} />
          <main className="view">
            <Suspense fallback={<p className="empty">…</p>}>
              {view === "world" && <World members={roster} />}
              {view === "mind" && <MindView />}
              {view === "decision" && <Decision />}
              {view === "domain" && <Domain />}
              {view === "text" && <TextView />}
              {view === "time" && <Timeline agents={names} kinds={kinds} full />}
            </Suspense>
            <HitBanner />
          </main>
          {view !== "time" && <Timeline agents={names} kinds={kinds} />}
        </>
      ) : studio.home ? (
        <Suspense fallback={null}><Start /></Suspense>
      ) : (
        <p className="empty whole">{studio.lost ?? (studio.connected ? (studio.error ?? "opening …") : playground ? "starting the playground …" : "connecting to the studio …")}</p>
      )}
      {!studio.connected && (studio.opened || studio.home) && (
        <div className="gone" role="alert" data-testid="gone">{studio.lost ?? "The studio does not answer: this page shows what it last said. Trying to connect again …"}</div>
      )}
      {studio.error && (studio.opened || studio.home) && (
        <div className="toast" role="alert">
          {studio.error}
          <button onClick={() => fail(undefined)} aria-label="dismiss">×</button>
        </div>
      )}
      {asking && studio.opened && <ForkSheet members={roster} />}
      {tuning && <Tuning close={toggleTuning} />}
      {searching && studio.opened && <Search members={roster} close={toggleSearch} help={toggleHelp} constants={toggleTuning} />}
      {dropping && <div className="dropping">drop to open it</div>}
      {help && <Help close={() => setHelp(false)} />}
    </div>
  );
}
