import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Background, Controls, MiniMap, Position, ReactFlow, type Edge, type ReactFlowInstance } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import "../style/domain.css";
import type { Coverage } from "../net/wire";
import { go, useAddress } from "../state/address";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { DeclBox, type BoxNode } from "./box";
import { CountsContext, modes, mostOf, type Mode } from "./counts";
import { headHeight, heightOf, layered, outAt, widthOf } from "./layering";
import { Side } from "./side";
import { depthsOf, partOf, shapeOf, wayTo, type Part, type Shape } from "./shape";
import { useTrees } from "./trees";

/** Below this zoom texts are smaller than 12 px: the graph then begins at its left instead of showing all of it. */
const readable = 1;
const margin = 24;
/** Of a larger graph only as many steps from the roots are shown at the beginning as make so many boxes. */
const many = 140;
const kinds = ["agent", "squad", "brain", "goal", "task", "operator", "tree", "node", "action"];
const types = { decl: DeclBox };

/** All that a file declares as a graph, with how often each was chosen and rejected. */
export default function Domain() {
  const { opened, frame } = useStudio();
  const { root, find = "", counts: mode = "chosen", depth, tick } = useAddress();
  const [flow, setFlow] = useState<ReactFlowInstance<BoxNode>>();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<{ id: string; line: number }>();
  const target = useRef<string>(undefined);
  const pick = useRef(-1);
  const graph = useQuery(opened && { op: "domain", file: opened.file }, frame?.run, 100).data;
  const trees = useTrees(opened?.file, frame?.run);
  const coverage = useQuery(opened && { op: "coverage", file: opened.file, names: trees.names, ...(tick !== undefined && { tick }) }, `${frame?.run}/${tick === undefined ? `${frame?.seq}/${frame?.tick}` : "past"}`, 1000).data;
  const shown = useMemo(() => ({ coverage, mode: mode as Mode, most: mostOf(coverage, mode as Mode) }), [coverage, mode]);

  const shape = useMemo(() => graph && shapeOf(graph, trees.graphs), [graph, trees.graphs]);
  const limit = useMemo(() => depth ?? (shape && firstDepth(shape, root)), [shape, depth, root]);
  const closed = useMemo(() => {
    const out = new Set<string>();
    if (!shape) return out;
    if (limit !== undefined) for (const [id, d] of depthsOf(shape, root)) if (d >= limit && shape.boxes.get(id)!.kind !== "node") out.add(id);
    for (const id of toggled) if (!out.delete(id)) out.add(id);
    return out;
  }, [shape, limit, root, toggled]);
  const laid = useMemo(() => {
    if (!shape) return undefined;
    const began = performance.now();
    const part = partOf(shape, { root, closed, without });
    const places = layered(part);
    performance.measure("domain layout", { start: began });
    return { part, places, took: performance.now() - began };
  }, [shape, root, closed, without]);

  const anchor = useRef<{ id: string; x: number; y: number }>(undefined); // a folded element keeps its position
  useEffect(() => {
    const a = anchor.current;
    const now = a && laid?.places.get(a.id);
    if (!a || !now || !flow || (a.x === now.x && a.y === now.y)) return;
    const { x, y, zoom } = flow.getViewport();
    anchor.current = undefined;
    void flow.setViewport({ x: x + (a.x - now.x) * zoom, y: y + (a.y - now.y) * zoom, zoom });
  }, [laid, flow]);
  const toggle = useCallback((id: string) => {
    const place = laid?.places.get(id);
    anchor.current = place && { id, ...place };
    const box = shape?.boxes.get(id);
    if (box?.kind === "tree" && box.size && (trees.has(box.name) ? !closed.has(id) : true)) {
      trees.toggle(box.name);
      if (!closed.has(id)) return;
    }
    setToggled((was) => {
      const now = new Set(was);
      if (!now.delete(id)) now.add(id);
      return now;
    });
  }, [shape, laid, trees, closed]);
  const select = useCallback((id: string, line: number) => setChosen({ id, line }), []);

  const nodes = useMemo<BoxNode[]>(() => {
    if (!laid || !shape) return [];
    const text = find.toLowerCase();
    return laid.part.boxes.map((box) => {
      const lit = text !== "" && matches(box, text);
      const leads = shape.out.get(box.id)!.length > 0;
      const tree = box.kind === "tree" && !!box.size && !trees.has(box.name);
      return {
        id: box.id, type: "decl" as const, position: laid.places.get(box.id)!, width: widthOf(box), height: heightOf(box), draggable: false,
        className: lit ? "lit" : text ? "unlit" : "", selected: chosen?.id === box.id,
        data: { box, hidden: tree ? box.size : leads ? (laid.part.hidden.get(box.id) ?? 0) : undefined, closed: tree || closed.has(box.id), toggle, select },
        handles: [
          { type: "target" as const, position: Position.Left, x: 0, y: headHeight / 2 },
          ...[-1, ...(box.lines ?? []).keys()].map((i) => ({ id: String(i), type: "source" as const, position: Position.Right, x: widthOf(box), y: outAt(box, i) })),
        ],
      };
    });
  }, [laid, shape, find, chosen, closed, toggle, select, trees]);
  const edges = useMemo<Edge[]>(() => (laid?.part.edges ?? []).map((e) => ({
    id: `${e.from}|${e.out}|${e.to}|${e.kind}`, source: e.from, sourceHandle: String(e.out), target: e.to,
    className: `${e.kind} ${chosen && (e.from === chosen.id || e.to === chosen.id) ? "near" : ""}`,
  })), [laid, chosen]);

  const show = useCallback((id: string) => {
    const at = laid?.places.get(id);
    const box = shape?.boxes.get(id);
    if (!at || !box || !flow) return false;
    void flow.setCenter(at.x + widthOf(box) / 2, at.y + heightOf(box) / 2, { zoom: Math.max(0.8, Math.min(flow.getZoom(), 1.2)), duration: 150 });
    return true;
  }, [laid, shape, flow]);
  useEffect(() => {
    if (target.current && show(target.current)) target.current = undefined;
  }, [show]);
  const jump = useCallback((id: string, line = -1) => {
    if (!shape) return;
    setChosen({ id, line });
    const shut = wayTo(shape, id, root).filter((w) => closed.has(w));
    if (shut.length > 0) setToggled((was) => shut.reduce((now, s) => (now.has(s) ? now.delete(s) : now.add(s), now), new Set(was)));
    const kind = shape.boxes.get(id)?.kind;
    if (kind && without.has(kind)) setWithout((was) => new Set([...was].filter((k) => k !== kind)));
    if (shut.length > 0 || !show(id)) target.current = id;
  }, [shape, root, closed, without, show]);
  const canvas = useRef<HTMLDivElement>(null);
  const begun = useRef<string>(undefined);
  useEffect(() => {
    const about = `${opened?.file}|${root}`;
    if (!flow || !laid || !canvas.current || begun.current === about || laid.part.boxes.length === 0) return;
    begun.current = about;
    void flow.setViewport(firstLook(laid, canvas.current.clientWidth, canvas.current.clientHeight));
  }, [flow, laid, opened, root]);

  if (!shape || !laid) return null;
  if (shape.boxes.size === 0) return <p className="empty">Nothing is declared here.</p>;
  const found = find === "" ? [] : [...shape.boxes.values()].filter((b) => matches(b, find.toLowerCase()));
  const next = () => {
    pick.current = (pick.current + 1) % Math.max(1, found.length);
    const box = found[pick.current];
    if (box) jump(box.id);
  };
  const here = kinds.filter((k) => [...shape.boxes.values()].some((b) => b.kind === k));
  return (
    <CountsContext.Provider value={shown}>
      <div className="domain" data-testid="domain" data-layout={laid.took.toFixed(1)} data-boxes={laid.part.boxes.length}>
        <div className="tools">
          <input placeholder="find" value={find} onChange={(e) => ((pick.current = -1), go({ find: e.target.value || undefined }, true))} aria-label="find" onKeyDown={(e) => e.key === "Enter" && next()} />
          <span className="modes" role="radiogroup" aria-label="counts">
            {modes.map((m) => <button key={m} role="radio" aria-checked={m === mode} className={m === mode ? "mini on" : "mini"} onClick={() => go({ counts: m === "chosen" ? undefined : m }, true)}>{m}</button>)}
          </span>
          <label className="quiet">depth <select aria-label="depth" value={limit ?? "all"} onChange={(e) => (setToggled(new Set()), go({ depth: e.target.value === "all" ? 99 : Number(e.target.value) }, true))}>
            {[1, 2, 3, 4, 5, 6].map((d) => <option key={d}>{d}</option>)}
            <option value={limit === undefined ? "all" : 99}>all</option>
          </select></label>
          <span className="kinds">
            {here.map((k) => <button key={k} className={without.has(k) ? "mini" : "mini on"} aria-pressed={!without.has(k)} title={`show boxes of ${k}s`} onClick={() => setWithout((was) => (was.has(k) ? new Set([...was].filter((w) => w !== k)) : new Set([...was, k])))}>{k}</button>)}
          </span>
          {root && shape.boxes.has(root) && <button className="mini strong" title="show everything again" onClick={() => go({ root: undefined })}>from {root} ×</button>}
          <span className="gap" />
          {coverage && <Span coverage={coverage} past={tick !== undefined} />}
          <span className="quiet">{find ? `${found.length} found` : laid.part.boxes.length === shape.boxes.size ? `${shape.boxes.size} boxes` : `${laid.part.boxes.length} of ${shape.boxes.size} boxes`}</span>
        </div>
        <div className="domainbody">
          <div ref={canvas}><ReactFlow key={opened?.file} nodes={nodes} edges={edges} nodeTypes={types} minZoom={0.05} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false} onlyRenderVisibleElements proOptions={{ hideAttribution: true }} onInit={setFlow} onPaneClick={() => setChosen(undefined)} zoomOnDoubleClick={false}>
            <Background gap={24} />
            <Controls showInteractive={false} />
            {nodes.length > 12 && <MiniMap pannable zoomable nodeColor={(n) => `var(--kind-${(n as BoxNode).data.box.kind})`} style={{ width: 130, height: 92 }} />}
          </ReactFlow></div>
          <Side shape={shape} coverage={coverage} find={find} found={found} chosen={chosen} jump={jump} clear={() => setChosen(undefined)} />
        </div>
      </div>
    </CountsContext.Provider>
  );
}

/** The time that the counts are of. */
function Span({ coverage: h, past }: { coverage: Coverage; past: boolean }) {
  const span = `${h.from.toFixed(1)}s – ${h.until.toFixed(1)}s`;
  if (h.past) return <span className="quiet" data-testid="span" title="what was chosen and rejected in the time before the moment that is shown">counts of {span}</span>;
  if (past) return <span className="badge what" data-testid="span" title={`not of the moment that is shown: ${h.why}`}>counts of the whole run, {span}</span>;
  return <span className="quiet" data-testid="span" title={h.from > 0 ? "since the program was changed last" : "since the beginning"}>{h.from > 0 ? `counts since ${h.from.toFixed(1)}s` : `counts of the whole run, ${h.until.toFixed(1)}s`}</span>;
}

function firstDepth(shape: Shape, root?: string): number | undefined {
  const sizes: number[] = [];
  for (const [id, d] of depthsOf(shape, root)) if (shape.boxes.get(id)!.kind !== "node") sizes[d] = (sizes[d] ?? 0) + 1;
  let sum = 0;
  const first = sizes.findIndex((n) => (sum += n) > many);
  return first < 0 ? undefined : Math.max(1, first - 1);
}

interface Laid {
  part: Part;
  places: Map<string, { x: number; y: number }>;
}

/** All of the graph, or where that could not be read its beginning at the left. */
function firstLook({ part, places }: Laid, width: number, height: number) {
  const at = part.boxes.map((b) => ({ b, ...places.get(b.id)! }));
  const left = Math.min(...at.map((p) => p.x));
  const top = Math.min(...at.map((p) => p.y));
  const [w, h] = [Math.max(...at.map((p) => p.x + widthOf(p.b))) - left, Math.max(...at.map((p) => p.y + heightOf(p.b))) - top];
  const whole = Math.min(readable, (width - 2 * margin) / w, (height - 2 * margin) / h);
  if (whole >= readable) return { zoom: whole, x: (width - w * whole) / 2 - left * whole, y: (height - h * whole) / 2 - top * whole };
  const zoom = readable;
  const first = at.filter((p) => p.x === left).reduce((a, b) => (heightOf(b.b) > heightOf(a.b) ? b : a));
  return { zoom, x: margin - left * zoom, y: height / 3 - (first.y + heightOf(first.b) / 2) * zoom };
}

function matches(b: { title: string; lines?: { name: string }[] }, text: string): boolean {
  return b.title.toLowerCase().includes(text) || (b.lines ?? []).some((l) => l.name.toLowerCase().includes(text));
}
