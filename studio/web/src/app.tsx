import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { go, useAddress } from "./state/address";
import { useKeys } from "./state/keys";
import { useMoment } from "./state/moment";
import { useQuery } from "./state/query";
import { fail, useStudio } from "./state/studio";
import type { AgentLine } from "./net/types";
import { Agents } from "./parts/agents";
import { Help } from "./parts/help";
import { TopBar } from "./parts/topbar";
import { Explorer } from "./explorer/explorer";
import { Timeline } from "./timeline/timeline";

const World = lazy(() => import("./world/world"));
const MindView = lazy(() => import("./mind/mind"));
const Domain = lazy(() => import("./domain/domain"));
const TextView = lazy(() => import("./text/text"));

/** The whole page. */
export function App() {
  const studio = useStudio();
  const { view, agent } = useAddress();
  const moment = useMoment();
  const [help, setHelp] = useState(false);
  const agents = useQuery<AgentLine[]>(studio.opened && { op: "agents", file: studio.opened.file, tick: moment.tick }, moment.version, 250).data ?? [];
  const names = useMemo(() => agents.map((a) => a.name), [agents]);
  const somebody = names[0];
  useEffect(() => {
    if (!agent && somebody) go({ agent: somebody }, true);
  }, [agent, somebody]);
  useKeys(names, useCallback(() => setHelp((h) => !h), []));

  return (
    <div className="shell">
      <TopBar help={() => setHelp(true)} />
      {studio.opened ? (
        <>
          <Agents list={agents} />
          <main className="view">
            <Suspense fallback={<p className="empty">…</p>}>
              {view === "world" && <World />}
              {view === "mind" && <MindView />}
              {view === "plan" && <Explorer />}
              {view === "domain" && <Domain />}
              {view === "text" && <TextView />}
            </Suspense>
          </main>
          <Timeline agents={names} />
        </>
      ) : (
        <p className="empty whole">{studio.connected ? (studio.error ?? "opening …") : "connecting to the studio …"}</p>
      )}
      {studio.error && studio.opened && (
        <div className="toast" role="alert">
          {studio.error}
          <button onClick={() => fail(undefined)} aria-label="dismiss">×</button>
        </div>
      )}
      {help && <Help close={() => setHelp(false)} />}
    </div>
  );
}
