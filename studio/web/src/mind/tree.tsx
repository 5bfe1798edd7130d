import { useMemo, useState } from "react";
import { Background, Controls, Handle, Position, ReactFlow, type Edge, type Node, type NodeProps } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import type { NodeView, TreeView } from "../net/types";
import { nodeHeight, nodeWidth, treeLayout } from "./layout";

type TreeNode = Node<{ view: NodeView; tick: number; hidden: number; toggle: () => void }, "node">;

/** A behaviour tree that runs, as a graph: colours tell what each node is doing, or how it ended last. */
export function Tree({ tree, tick, alone }: { tree: TreeView; tick: number; alone: boolean }) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const shape = tree.nodes.map((n) => n.parent).join(",");
  const places = useMemo(() => treeLayout(tree.nodes, closed), [shape, closed]); // eslint-disable-line react-hooks/exhaustive-deps
  const toggle = (i: number) =>
    setClosed((was) => {
      const now = new Set(was);
      if (!now.delete(i)) now.add(i);
      return now;
    });
  const nodes: TreeNode[] = places.map((p) => ({
    id: String(p.index), type: "node", position: { x: p.x, y: p.y }, draggable: false, width: nodeWidth, height: nodeHeight, handles,
    data: { view: tree.nodes[p.index]!, tick, hidden: p.hidden, toggle: () => toggle(p.index) },
  }));
  const edges: Edge[] = places.filter((p) => p.parent >= 0).map((p) => ({
    id: `${p.parent}-${p.index}`, source: String(p.parent), target: String(p.index), type: "smoothstep",
    className: tree.nodes[p.index]!.running ? "running" : "",
  }));
  const height = alone ? undefined : Math.min(520, Math.max(180, ...places.map((p) => p.y + nodeHeight + 60)));
  return (
    <div className={alone ? "pane graph alone" : "pane graph"} data-testid="tree">
      <div className="head">Tree <b>{tree.name}</b> <small>{tree.nodes.length} nodes</small></div>
      <div className="canvas" style={{ height }}>
        <ReactFlow nodes={nodes} edges={edges} nodeTypes={types} fitView fitViewOptions={{ maxZoom: 1 }} minZoom={0.1} nodesConnectable={false} nodesFocusable={false} edgesFocusable={false} onlyRenderVisibleElements proOptions={{ hideAttribution: true }}>
          <Background gap={24} />
          <Controls showInteractive={false} />
        </ReactFlow>
      </div>
    </div>
  );
}

const types = { node: NodeBox };

const handles = [
  { type: "target" as const, position: Position.Left, x: 0, y: nodeHeight / 2 },
  { type: "source" as const, position: Position.Right, x: nodeWidth, y: nodeHeight / 2 },
];

function NodeBox({ data }: NodeProps<TreeNode>) {
  const v = data.view;
  const last = v.last && !v.running ? v.last : undefined;
  const now = last && data.tick - last.tick <= 1 ? "just" : "";
  return (
    <div className={`node ${v.running ? "running" : (last?.status.toLowerCase() ?? "inactive")} ${now}`} style={{ width: nodeWidth, height: nodeHeight }} title={[v.kind, v.label, last && `${last.status} in tick ${last.tick}`, last?.cause].filter(Boolean).join("\n")} onDoubleClick={data.toggle}>
      <Handle type="target" position={Position.Left} />
      <span className="kind">{v.kind}</span>
      <span className="label">{v.label === v.kind ? "" : v.label.startsWith(`${v.kind} `) ? v.label.slice(v.kind.length + 1) : v.label}</span>
      {data.hidden > 0 && <span className="hidden">+{data.hidden}</span>}
      <Handle type="source" position={Position.Right} />
    </div>
  );
}
