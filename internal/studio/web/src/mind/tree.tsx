import { useEffect, useMemo, useRef, useState } from "react";
import { Background, Controls, ReactFlow, type Edge, type ReactFlowInstance } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import type { PlanLine, TreeView } from "../net/wire";
import { useStudio } from "../state/studio";
import { useFold } from "../state/fold";
import { nodeHeight, nodeWidth, treeLayout } from "./layout";
import { NodeBox, handles, type TreeNode } from "./node";
import { brief } from "../parts/value";

/** How long an abort is shown at its node, in seconds. */
const flash = 3;
/** Larger trees open with those branches closed that do not run. */
const large = 120;

/** A running behaviour tree as a graph: colours show what each node is doing, or how it last ended. */
export function Tree({ tree, tick, alone, lines }: { tree: TreeView; tick: number; alone: boolean; lines: PlanLine[] }) {
  const { frame } = useStudio();
  const tps = frame?.tps ?? 10;
  const [unfolded, fold] = useFold(`mind.tree.${tree.name}`, true);
  const [closed, setClosed] = useState<ReadonlySet<number>>(() => (tree.nodes.length > large ? idleBranches(tree) : new Set()));
  const [target, setTarget] = useState<{ list: number[] }>();
  const [find, setFind] = useState("");
  const flow = useRef<ReactFlowInstance<TreeNode, Edge>>(undefined);
  const shape = tree.nodes.map((n) => n.parent).join(",");
  const places = useMemo(() => treeLayout(tree.nodes, closed), [shape, closed]); // eslint-disable-line react-hooks/exhaustive-deps
  const found = find ? tree.nodes.flatMap((n, i) => (`${n.kind} ${n.label}`.toLowerCase().includes(find.toLowerCase()) ? [i] : [])) : [];
  const lit = new Set(found);
  const toggle = (i: number) => setClosed((was) => flipped(was, i));
  const nodes: TreeNode[] = places.map((p) => {
    const view = tree.nodes[p.index]!;
    return {
      id: String(p.index), type: "node", position: { x: p.x, y: p.y }, draggable: false, width: nodeWidth, height: nodeHeight, handles,
      data: { tree: tree.name, index: p.index, view, tick, tps, hidden: p.hidden, lit: lit.has(p.index), flash: view.fired !== undefined && tick - view.fired.tick < flash * tps, runs: view.line !== undefined ? lines[view.line]?.steps.find((s) => s.state === "running")?.text : undefined, toggle: () => toggle(p.index) },
    };
  });
  const edges: Edge[] = places.filter((p) => p.parent >= 0).map((p) => ({
    id: `${p.parent}-${p.index}`, source: String(p.parent), target: String(p.index), type: "smoothstep", className: tree.nodes[p.index]!.running ? "running" : "",
  }));
  const zoom = (list: number[]) => {
    setClosed((was) => new Set([...was].filter((c) => !list.some((i) => isUnder(tree, i, c)))));
    setTarget({ list });
  };
  useEffect(() => {
    // Nodes that are not drawn yet are not known to the graph: their places are.
    const at = places.filter((p) => target?.list.includes(p.index));
    if (at.length === 0) return;
    const timer = window.setTimeout(() => void flow.current?.fitBounds(boundsOf(at), { duration: 200, padding: 0.25 }), 30);
    return () => window.clearTimeout(timer);
  }, [target]); // eslint-disable-line react-hooks/exhaustive-deps
  const running = tree.nodes.flatMap((n, i) => (n.running ? [i] : []));
  const aborts = tree.nodes.flatMap((n, i) => (n.fired ? [{ i, label: n.label, ...n.fired }] : [])).sort((a, b) => b.tick - a.tick);
  const last = aborts[0];
  useEffect(() => {
    if (tree.nodes.length > large && running.length) zoom(running.slice(-8));
  }, [tree.name, unfolded]); // eslint-disable-line react-hooks/exhaustive-deps
  const height = alone ? undefined : Math.min(440, Math.max(170, ...places.map((p) => p.y + nodeHeight + 50)));
  return (
    <div className={`pane graph ${alone && unfolded ? "alone" : ""}`} data-testid="tree">
      <div className="head">
        <button className="fold" aria-expanded={unfolded} onClick={fold}><i>{unfolded ? "▾" : "▸"}</i> Tree</button>
        <b>{tree.name}</b> <small>{tree.nodes.length} nodes</small>
        {last && (
          <button className={`lastabort ${tick - last.tick < flash * tps ? "fresh" : ""}`} onClick={() => zoom([last.i])} title={aborts.map((a) => `${a.cause}, ${((tick - a.tick) / tps).toFixed(1)}s ago`).join("\n")} data-testid="abort">
            abort: {brief(last.cause)} <em>{((tick - last.tick) / tps).toFixed(1)}s ago</em>
          </button>
        )}
        <span className="gap" />
        {unfolded && (
          <>
            <input placeholder="find" value={find} onChange={(e) => setFind(e.target.value)} onKeyDown={(e) => e.key === "Enter" && found.length > 0 && zoom(found.slice(0, 12))} aria-label={`find in ${tree.name}`} />
            {find && <small>{found.length}</small>}
            <button className="mini" onClick={() => zoom(running)} disabled={running.length === 0}>to what runs</button>
            <button className="mini" onClick={() => setClosed(closed.size ? new Set() : idleBranches(tree))}>{closed.size ? "open all" : "running only"}</button>
          </>
        )}
      </div>
      {unfolded && (
        <div className="canvas" style={{ height }}>
          <ReactFlow nodes={nodes} edges={edges} nodeTypes={types} onInit={(f) => (flow.current = f)} fitView fitViewOptions={{ maxZoom: 1 }} minZoom={0.05} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false} onlyRenderVisibleElements proOptions={{ hideAttribution: true }}>
            <Background gap={24} />
            <Controls showInteractive={false} />
          </ReactFlow>
        </div>
      )}
    </div>
  );
}

const types = { node: NodeBox };

function flipped(was: ReadonlySet<number>, i: number): ReadonlySet<number> {
  const now = new Set(was);
  if (!now.delete(i)) now.add(i);
  return now;
}

/** The box around some nodes, not so small that they would be drawn larger than they are. */
function boundsOf(at: { x: number; y: number }[]) {
  const x = Math.min(...at.map((p) => p.x));
  const y = Math.min(...at.map((p) => p.y));
  const width = Math.max(...at.map((p) => p.x)) + nodeWidth - x;
  const height = Math.max(...at.map((p) => p.y)) + nodeHeight - y;
  const wide = Math.max(width, 600);
  const high = Math.max(height, 320);
  return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high };
}

/** Whether a node is in the branch below another. */
function isUnder(tree: TreeView, i: number, above: number): boolean {
  for (let at = tree.nodes[i]!.parent; at >= 0; at = tree.nodes[at]!.parent) if (at === above) return true;
  return false;
}

/** The uppermost nodes with something below them that do not run. */
function idleBranches(tree: TreeView): ReadonlySet<number> {
  const parents = new Set(tree.nodes.map((n) => n.parent));
  return new Set(tree.nodes.flatMap((n, i) => (!n.running && parents.has(i) && (n.parent < 0 || tree.nodes[n.parent]!.running) ? [i] : [])));
}
