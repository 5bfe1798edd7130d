import type { BreakKind } from "../net/wire";
import { breakAt, removeBreak, setBreak, useNotes } from "../state/notes";

/** Lets the simulation pause at something. */
export function PauseAt({ kind, name }: { kind: BreakKind; name: string }) {
  const { breaks } = useNotes();
  const at = breakAt(breaks, kind, name);
  return (
    <button className={at ? "mini break on" : "mini break"} aria-pressed={!!at} title={kind === "operator" ? "the simulation pauses when a step of it begins" : "the simulation pauses when a plan with it is taken up"} onClick={() => void (at ? removeBreak(at.id) : setBreak({ kind, name }))}>
      {at ? "● pauses here" : "○ pause here"}
    </button>
  );
}
