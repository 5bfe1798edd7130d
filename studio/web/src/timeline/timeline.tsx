import { useEffect, useMemo, useRef, useState } from "react";
import { go, useAddress } from "../state/address";
import { seconds } from "../state/moment";
import { useStudio } from "../state/studio";
import { theme } from "../state/theme";
import { Lanes, type Span } from "./lanes";
import { useEntries } from "./entries";

const maxLanes = 8;

/** What happened when: a lane for each character. A click goes to that moment. */
export function Timeline({ agents }: { agents: string[] }) {
  const { frame, opened } = useStudio();
  const { agent, tick } = useAddress();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hover, setHover] = useState<{ x: number; y: number; text: string }>();
  const [window_, setWindow] = useState(60);
  const [open, setOpen] = useState(false);
  const entries = useEntries(opened?.file, frame?.run, frame?.seq);
  const lanes = useMemo(() => {
    if (agents.length <= maxLanes) return agents;
    return agent ? [agent, ...agents.filter((a) => a !== agent).slice(0, maxLanes - 1)] : agents.slice(0, maxLanes);
  }, [agents, agent]);
  const tps = frame?.tps ?? 10;
  const now = frame?.tick ?? 0;
  const first = frame?.first ?? 0;
  const end = Math.max(tick === undefined ? now : Math.max(tick + window_ * tps * 0.25, Math.min(now, tick + window_ * tps)), window_ * tps);
  const span: Span = { from: Math.max(0, Math.min(end, Math.max(now, window_ * tps)) - window_ * tps), to: Math.min(end, Math.max(now, window_ * tps)), tps };
  const drawn = useMemo(() => new Lanes(entries, lanes), [entries, lanes]);

  useEffect(() => {
    if (canvas.current) drawn.draw(canvas.current, span, { now, first, tick, agent });
  });

  const at = (e: React.PointerEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    return { tick: Math.round(drawn.tickAt(e.clientX - box.left, box.width, span)), x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const scrub = (e: React.PointerEvent) => {
    const to = Math.min(Math.max(at(e).tick, first), now);
    const lane = drawn.laneAt(at(e).y);
    go({ tick: to >= now ? undefined : to, plan: undefined, k: undefined, ...(lane && { agent: lane }) });
  };
  const shown = entries.filter((e) => (!agent || e.agent === agent) && (tick === undefined || e.tick <= tick)).slice(-200);
  return (
    <footer className={open ? "timeline open" : "timeline"} data-theme-of={theme()}>
      <div className="lanes" style={{ height: 22 + lanes.length * 14 }}>
        <canvas
          ref={canvas}
          onPointerDown={(e) => {
            e.currentTarget.setPointerCapture(e.pointerId);
            scrub(e);
          }}
          onPointerMove={(e) => {
            if (e.buttons === 1) scrub(e);
            const p = at(e);
            const found = drawn.near(p.tick, p.y, span, canvas.current!.getBoundingClientRect().width);
            setHover(found && { x: p.x, y: p.y, text: `${seconds(Math.max(0, found.tick - 1), tps)} ${found.agent}: ${found.text.split("\n")[0]}` });
          }}
          onPointerLeave={() => setHover(undefined)}
          data-testid="timeline"
        />
        {hover && <div className="tip" style={{ left: Math.min(hover.x, window.innerWidth - 420) }}>{hover.text}</div>}
        <div className="zoom">
          <button className="mini" onClick={() => setWindow((w) => Math.max(5, w / 2))} aria-label="closer">+</button>
          <span>{window_}s</span>
          <button className="mini" onClick={() => setWindow((w) => Math.min(960, w * 2))} aria-label="wider">−</button>
          <button className={open ? "mini on" : "mini"} onClick={() => setOpen(!open)}>events</button>
        </div>
      </div>
      {open && (
        <ol className="log" data-testid="log">
          {shown.toReversed().map((e) => (
            <li key={e.seq} className={e.family}>
              <button onClick={() => go({ tick: e.tick, agent: e.agent || undefined })}>
                <time>{seconds(Math.max(0, e.tick - 1), tps)}</time>
                <b>{e.agent}</b>
                <span>{e.text}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </footer>
  );
}
