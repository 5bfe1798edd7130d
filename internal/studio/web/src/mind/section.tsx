import type { ReactNode } from "react";
import { useFold } from "../state/fold";

/** A part of the view that folds. Its head stays visible when it is folded. */
export function Section({ id, title, head, children, open: usual = true, className = "" }: { id: string; title: string; head?: ReactNode; children: ReactNode; open?: boolean; className?: string }) {
  const [open, toggle] = useFold(`mind.${id}`, usual);
  return (
    <div className={`pane section ${className} ${open ? "" : "folded"}`} data-testid={id}>
      <div className="head">
        <button className="fold" aria-expanded={open} onClick={toggle}><i>{open ? "▾" : "▸"}</i> {title}</button>
        {head}
      </div>
      {open && children}
    </div>
  );
}
