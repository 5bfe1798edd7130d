import { Handle, Position, type Node, type NodeProps } from "@xyflow/react";
import type { NodeView } from "../net/wire";
import { BreakDot } from "../parts/breakdot";
import { brief } from "../parts/value";
import { short } from "./curve";
import { nodeHeight, nodeWidth } from "./layout";

export type TreeNode = Node<{ tree: string; index: number; view: NodeView; tick: number; tps: number; hidden: number; lit: boolean; flash: boolean; runs?: string; toggle: () => void }, "node">;

export const handles = [
  { type: "target" as const, position: Position.Left, x: 0, y: nodeHeight / 2 },
  { type: "source" as const, position: Position.Right, x: nodeWidth, y: nodeHeight / 2 },
];

/** A node of a tree: its kind, its action, and its recent events. */
export function NodeBox({ data }: NodeProps<TreeNode>) {
  const v = data.view;
  const last = v.last && !v.running ? v.last : undefined;
  const just = last && data.tick - last.tick <= 1 ? "just" : "";
  const text = v.detail ?? "";
  const fired = v.fired && `${v.fired.cause}, ${((data.tick - v.fired.tick) / data.tps).toFixed(1)}s ago`;
  const title = [v.kind, v.label, v.runs, last && `${last.status} in tick ${last.tick}`, last?.cause, fired].filter(Boolean).join("\n");
  return (
    <div className={`node ${v.running ? "running" : (last?.status.toLowerCase() ?? "inactive")} ${just} ${data.lit ? "found" : ""} ${data.flash ? "flash" : ""}`} style={{ width: nodeWidth, height: nodeHeight }} title={title} onDoubleClick={data.toggle}>
      <Handle type="target" position={Position.Left} />
      <BreakDot kind="node" name={data.tree} node={data.index} label={v.label} />
      <span className="kind">
        {v.kind}
        {v.score !== undefined && <em>score {short(v.score)}</em>}
        {v.left ? <em>{v.left.toFixed(1)}s</em> : null}
      </span>
      <span className="label">{brief(data.runs ? `${text || v.label} ▸ ${data.runs}` : text)}</span>
      {v.services?.map((s, i) => (
        <span key={i} className={`service ${s.running || (s.last !== undefined && s.last < 0.15) ? "on" : ""}`} style={{ top: nodeHeight + i * 13 - 5 }} title={`service ${s.name} every ${s.every}s${s.next !== undefined ? `, again in ${s.next.toFixed(1)}s` : ""}`}>
          ↻ {s.name} {s.every}s{s.last !== undefined ? ` · ${s.last.toFixed(1)}s ago` : ""}
        </span>
      ))}
      {data.flash && v.fired && <span className="firedby" data-testid="fired">{brief(v.fired.cause)}</span>}
      {data.hidden > 0 && <button className="hidden" onClick={data.toggle} aria-label="open">+{data.hidden}</button>}
      <Handle type="source" position={Position.Right} />
    </div>
  );
}
