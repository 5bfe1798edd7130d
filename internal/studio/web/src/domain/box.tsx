import { useContext } from "react";
import { Handle, Position, type Node, type NodeProps } from "@xyflow/react";
import type { BreakKind, DomainBox } from "../net/wire";
import { BreakDot } from "../parts/breakdot";
import { go } from "../state/address";
import { glow, CountsContext, shownCount, isCounted, isCountedLine, short, countsOf } from "./counts";
import { headHeight, lineHeight } from "./layering";

export interface BoxData extends Record<string, unknown> {
  box: DomainBox;
  /** How many boxes are hidden since it is closed; undefined: it leads nowhere. */
  hidden?: number;
  closed: boolean;
  toggle: (id: string) => void;
  select: (id: string, line: number) => void;
}

export type BoxNode = Node<BoxData, "decl">;

/** The subjects of breakpoints. */
const breakable = new Set<string>(["task", "operator", "action", "goal"]);
const signs: Record<string, string> = { agent: "●", squad: "◉", brain: "◆", goal: "◇", task: "▤", operator: "▸", tree: "♣", node: "·", action: "⚙" };

/** A box of the graph of the domain. Its name leads to the text; the rest of it selects it. */
export function DeclBox({ data, selected }: NodeProps<BoxNode>) {
  const shown = useContext(CountsContext);
  const b = data.box;
  const own = countsOf(shown.coverage, b.id);
  const unused = shown.coverage && isCounted(b.kind) && !own?.chosen;
  const text = (file?: string, line?: number) => file && go({ view: "text", src: file, line });
  return (
    <div className={`decl of-${b.kind} ${unused ? "unused" : ""} ${selected ? "selected" : ""}`}>
      <Handle type="target" position={Position.Left} style={{ top: headHeight / 2 }} />
      <div className={shownCount(own, shown) ? "row head warm" : "row head"} style={{ height: headHeight, background: glow(own, shown) }} onClick={() => data.select(b.id, -1)}>
        <i title={b.kind}>{signs[b.kind]}</i>
        <button className="name" title={`${b.title}\nto the text`} onClick={(e) => (e.stopPropagation(), text(b.file, b.line))}>{b.title}</button>
        <span className="gap" />
        <Counts id={b.id} line={-1} />
        {data.hidden !== undefined && (
          <button className="fold" aria-expanded={!data.closed} title={data.closed ? "show what it leads to" : "hide what it leads to"} onClick={(e) => (e.stopPropagation(), data.toggle(b.id))}>
            {data.closed ? `+${data.hidden}` : "−"}
          </button>
        )}
        {breakable.has(b.kind) && <BreakDot kind={b.kind as BreakKind} name={b.name} />}
      </div>
      {b.note && <span className="note" title={b.note}><Note id={b.id} line={-1} note={b.note} /></span>}
      {b.lines?.map((l, i) => {
        const w = countsOf(shown.coverage, b.id, i);
        const never = shown.coverage && isCountedLine(l.kind) && !w?.chosen;
        return (
          <div key={i} className={`row line ${never ? "unused" : ""} ${shownCount(w, shown) ? "warm" : ""}`} style={{ height: lineHeight, background: glow(w, shown) }} title={[l.kind, l.name, l.note].filter(Boolean).join("\n")} onClick={() => data.select(b.id, i)}>
            <i>{l.kind === "method" ? i + 1 : l.kind === "way" ? "→" : l.kind}</i>
            <button className="name" title={`${l.name}\nto the text`} onClick={(e) => (e.stopPropagation(), text(l.file, l.line))}>{l.name}</button>
            <small className="label"><Note id={b.id} line={i} note={l.note} /></small>
            <Counts id={b.id} line={i} />
            {(l.kind === "method" || l.kind === "want") && <BreakDot kind={l.kind} name={`${b.name}/${l.name}`} />}
            <Handle type="source" id={String(i)} position={Position.Right} />
          </div>
        );
      })}
      <Handle type="source" id="-1" position={Position.Right} style={{ top: headHeight / 2 }} />
    </div>
  );
}

/** The condition, or the reason why it was rejected most often. */
function Note({ id, line, note }: { id: string; line: number; note?: string }) {
  const shown = useContext(CountsContext);
  const reason = shown.mode === "reason" && countsOf(shown.coverage, id, line)?.reasons?.[0];
  if (!reason) return <>{note}</>;
  return <em className="why">✕ {reason.text}</em>;
}

function Counts({ id, line }: { id: string; line: number }) {
  const shown = useContext(CountsContext);
  const w = countsOf(shown.coverage, id, line);
  if (!w) return null;
  if (shown.mode === "chosen") return w.chosen > 0 ? <span className="uses">{short(w.chosen)}×</span> : null;
  return w.rejected > 0 ? <span className="uses bad">{short(w.rejected)}✕</span> : null;
}
