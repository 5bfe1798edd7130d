import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Mind, ScoresAt } from "../net/wire";
import { useFold } from "../state/fold";
import { ask, useStudio } from "../state/studio";

const span = 12; // seconds
const most = 6;

/** The scores of the last seconds, with a mark where something else was chosen. */
export function Scores({ mind, past }: { mind: Mind; past: boolean }) {
  const [open, toggle] = useFold("mind.scores", true);
  return (
    <div className="scores">
      <button className="fold" aria-expanded={open} onClick={toggle}><i>{open ? "▾" : "▸"}</i> scores of the last {span}s</button>
      {open && <Chart mind={mind} past={past} />}
    </div>
  );
}

function Chart({ mind, past }: { mind: Mind; past: boolean }) {
  const { frame } = useStudio();
  const tps = frame?.tps ?? 10;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const names = useRef<string[]>([]);
  const history = useHistory(mind, past, frame?.run ?? 0, tps);

  useEffect(() => {
    const rows = history.filter((h) => h.tick > mind.tick - span * tps && h.tick <= mind.tick);
    const ranked = rank(rows, names.current);
    if (!plot.current || ranked.join() !== names.current.join()) {
      plot.current?.destroy();
      names.current = ranked;
      if (!box.current || ranked.length === 0) return void (plot.current = undefined);
      plot.current = new uPlot(options(box.current.clientWidth, ranked), [[]], box.current);
    }
    switches.set(plot.current, rows.filter((h, i) => i > 0 && h.chosen !== rows[i - 1]!.chosen).map((h) => h.tick / tps));
    plot.current.setData([rows.map((h) => h.tick / tps), ...ranked.map((n) => rows.map((h) => h.scores[n] ?? null))] as uPlot.AlignedData);
    const from = Math.max(0, mind.tick / tps - span);
    plot.current.setScale("x", { min: from, max: Math.max(from + 1, mind.tick / tps) });
  });
  useEffect(() => {
    const watch = new ResizeObserver(() => box.current && plot.current?.setSize({ width: box.current.clientWidth, height: chartHeight }));
    watch.observe(box.current!);
    return () => {
      watch.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, []);
  return (
    <>
      <div ref={box} className="chart" data-testid="scores" data-series={names.current.length} style={{ height: chartHeight }} />
      <div className="legend">{rank(history.filter((h) => h.tick > mind.tick - span * tps && h.tick <= mind.tick), names.current).map((n, i) => <span key={n}><i className={`s${i}`} />{n}</span>)}</div>
    </>
  );
}

const chartHeight = 96;
const switches = new WeakMap<uPlot, number[]>();

/** The names whose scores were the highest. Those that are drawn already stay as they are while they are among them. */
function rank(rows: ScoresAt[], was: string[]): string[] {
  const best = new Map<string, number>();
  for (const h of rows) for (const [n, v] of Object.entries(h.scores)) best.set(n, Math.max(best.get(n) ?? 0, v));
  const top = [...best].filter(([, v]) => v > 0).sort((a, b) => b[1] - a[1]).slice(0, most).map(([n]) => n);
  return [...was.filter((n) => top.includes(n)), ...top.filter((n) => !was.includes(n))];
}

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function options(width: number, names: string[]): uPlot.Options {
  const grid = { stroke: () => css("--line"), width: 1 };
  return {
    width, height: chartHeight, legend: { show: false }, cursor: { show: false }, padding: [6, 8, 0, 0],
    scales: { x: { time: false, auto: false }, y: { range: (_u, _min, max) => [0, Math.max(0.01, max || 0) * 1.05] } },
    axes: [
      { stroke: () => css("--dim"), grid, ticks: { show: false }, size: 22, font: "12px system-ui", values: (_u, v) => v.map((t) => `${t}s`) },
      { stroke: () => css("--dim"), grid, ticks: { show: false }, size: 40, font: "12px system-ui" },
    ],
    series: [{}, ...names.map((n, i) => ({ label: n, stroke: () => css(`--s${i}`), width: 1.5, points: { show: false }, spanGaps: false }))],
    hooks: {
      draw: [
        (u) => {
          u.ctx.save();
          u.ctx.strokeStyle = css("--warn");
          u.ctx.setLineDash([3, 3]);
          for (const t of switches.get(u) ?? []) {
            const x = u.valToPos(t, "x", true);
            if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) continue;
            u.ctx.beginPath();
            u.ctx.moveTo(x, u.bbox.top);
            u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
            u.ctx.stroke();
          }
          u.ctx.restore();
        },
      ],
    },
  };
}

/**
 * The scores of a character so far: those that the server sends while the page is open, and those that the page
 * requests, at first and for past moments.
 */
function useHistory(mind: Mind, past: boolean, run: number, tps: number): ScoresAt[] {
  const [, again] = useState(0);
  const kept = useRef({ about: "", list: [] as ScoresAt[] });
  const about = `${run}/${mind.agent}/${past ? mind.tick : "now"}`;
  if (kept.current.about !== about) kept.current = { about, list: [] };
  const k = kept.current;
  useEffect(() => {
    ask({ op: "scores", agent: mind.agent, tick: past ? mind.tick : undefined })
      .then((list) => {
        if (kept.current !== k) return;
        k.list = [...list.filter((h) => k.list.length === 0 || h.tick < k.list[0]!.tick), ...k.list];
        again((n) => n + 1);
      })
      .catch(() => undefined);
  }, [about]); // eslint-disable-line react-hooks/exhaustive-deps
  const last = k.list.at(-1)?.tick ?? -1;
  if (mind.tick > last) {
    k.list.push({ tick: mind.tick, scores: Object.fromEntries((mind.wants ?? []).filter((w) => !w.why || w.bar).map((w) => [w.key, w.score])), chosen: mind.wants?.find((w) => w.chosen)?.key });
    const first = mind.tick - 2 * span * tps;
    while (k.list.length > 0 && k.list[0]!.tick < first) k.list.shift();
  }
  return k.list;
}
