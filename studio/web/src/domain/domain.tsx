import { useMemo, useState } from "react";
import { Background, Controls, Handle, MiniMap, Position, ReactFlow, type NodeProps, type ReactFlowInstance } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { go } from "../state/address";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { graphOf, headHeight, lineHeight, type Decl, type DeclNode } from "./layout";

/** Below this zoom nothing can be read: the graph then begins at its left instead of showing all of it. */
const readable = 0.6;

/** The tasks, methods and operators of a file as a graph. */
export default function Domain() {
  const { opened, frame } = useStudio();
  const [find, setFind] = useState("");
  const [flow, setFlow] = useState<ReactFlowInstance<DeclNode>>();
  const outline = opened?.outline;
  const graph = useMemo(() => (outline ? graphOf(outline) : undefined), [outline]);
  const uses = useQuery<Record<string, number>>({ op: "uses", file: opened?.file }, `${frame?.run}/${frame?.seq}`, 1000).data;
  const counted = useMemo(() => graph && { ...graph, nodes: graph.nodes.map((n) => ({ ...n, data: { ...n.data, uses } })) }, [graph, uses]);
  if (!outline || !graph || !counted) return null;
  if (graph.nodes.length === 0) return <p className="empty">No tasks and operators are declared here: look at the trees of a character in its mind.</p>;
  const matches = (d: Decl) => find !== "" && [d.title, ...d.lines.map((l) => l.name)].some((s) => s.toLowerCase().includes(find.toLowerCase()));
  const nodes: DeclNode[] = counted.nodes.map((n) => ({ ...n, className: matches(n.data) ? "lit" : find ? "unlit" : "" }));
  const found = nodes.filter((n) => n.className === "lit");
  return (
    <div className="domain" data-testid="domain">
      <div className="tools">
        <input placeholder="find" value={find} onChange={(e) => setFind(e.target.value)} aria-label="find" onKeyDown={(e) => e.key === "Enter" && found.length > 0 && void flow?.fitView({ nodes: found, maxZoom: 1, duration: 200 })} />
        <span className="quiet">{find ? `${found.length} found` : `${outline.tasks.length} tasks · ${outline.tasks.reduce((n, t) => n + t.methods.length, 0)} methods · ${outline.operators.length} operators`}</span>
        <span className="gap" />
        <span className="quiet">a line leads to what a method calls · × how often it was used in this run · click: to the text</span>
      </div>
      <ReactFlow
        nodes={nodes}
        edges={graph.edges}
        nodeTypes={types}
        minZoom={0.05}
        nodesConnectable={false}
        onlyRenderVisibleElements
        proOptions={{ hideAttribution: true }}
        onInit={(f) => {
          setFlow(f);
          void f.fitView({ maxZoom: 1 }).then(() => {
            if (f.getZoom() >= readable) return;
            const root = graph.nodes.reduce((a, b) => (b.position.x < a.position.x || (b.position.x === a.position.x && b.data.lines.length > a.data.lines.length) ? b : a));
            void f.setCenter(root.position.x + 590, root.position.y + 120, { zoom: 0.8 });
          });
        }}
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
        {nodes.length > 12 && <MiniMap pannable zoomable />}
      </ReactFlow>
    </div>
  );
}

const types = { decl: DeclBox };

function DeclBox({ data }: NodeProps<DeclNode>) {
  const used = (key: string) => data.uses?.[key] ?? 0;
  const all = data.kind === "operator" ? used(data.name) : data.lines.reduce((n, l) => n + used(`${data.name}/${l.id}`), 0);
  return (
    <div className={`decl ${data.kind} ${data.uses && all === 0 ? "unused" : ""}`}>
      <Handle type="target" position={Position.Left} style={{ top: headHeight / 2 }} />
      <button style={{ height: headHeight }} title={data.title} onClick={() => go({ view: "text", src: data.at.file, line: data.at.line })}>
        <b className="label">{data.title}</b>
        {all > 0 && <span className="uses">{all}×</span>}
      </button>
      {data.note && <span title={data.note}>{data.note}</span>}
      {data.lines.map((l, i) => (
        <button key={l.id} className={data.uses && used(`${data.name}/${l.id}`) === 0 ? "line unused" : "line"} style={{ height: lineHeight }} title={`${l.name}\n${l.note ?? ""}`} onClick={() => go({ view: "text", src: l.at.file, line: l.at.line })}>
          <span className="label">
            <i>{i + 1}</i> {l.name} {l.note && <small>{l.note}</small>}
          </span>
          {used(`${data.name}/${l.id}`) > 0 && <span className="uses">{used(`${data.name}/${l.id}`)}×</span>}
          <Handle type="source" id={l.id} position={Position.Right} style={{ top: headHeight + (i + 0.5) * lineHeight }} />
        </button>
      ))}
    </div>
  );
}
