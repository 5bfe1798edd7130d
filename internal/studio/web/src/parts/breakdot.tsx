import { breakAt, removeBreak, setBreak, useNotes } from "../state/notes";
import type { BreakKind } from "../net/wire";

interface Props {
  kind: BreakKind;
  name: string;
  node?: number;
  label?: string;
}

/** A dot that sets a breakpoint at something, or takes it away. */
export function BreakDot({ kind, name, node, label }: Props) {
  const { breaks } = useNotes();
  const at = breakAt(breaks, kind, name, node);
  const tell = at ? `no longer pause at ${label ?? name}` : `pause when ${label ?? name} ${kind === "method" || kind === "task" ? "is in a plan" : kind === "want" ? "is chosen" : "begins"}`;
  return (
    <button
      type="button"
      className={`dot breakdot nodrag nopan ${at ? (at.off ? "set off" : "set") : ""}`}
      aria-pressed={!!at}
      aria-label={tell}
      title={tell}
      onClick={(e) => {
        e.stopPropagation();
        if (at) void removeBreak(at.id);
        else void setBreak({ kind, name, ...(node !== undefined && { node }), ...(label && { label }) });
      }}
      onDoubleClick={(e) => e.stopPropagation()}
    />
  );
}
