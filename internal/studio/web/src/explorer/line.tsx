import { useEffect, useRef, useState, type ReactNode } from "react";
import { go } from "../state/address";

export const lineHeight = 21;
/** The number of lines that are also created above and below the visible ones. */
const beyond = 12;

/** The stretch of a long list that can be seen, so that only its lines are created. */
export function useStretch(count: number) {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new ResizeObserver(() => box.current && setHeight(box.current.clientHeight));
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const reveal = (at: number) => {
    const b = box.current;
    if (at < 0 || !b) return;
    const y = at * lineHeight + 6;
    if (y < b.scrollTop || y + lineHeight > b.scrollTop + b.clientHeight) b.scrollTop = Math.max(0, y - b.clientHeight / 2);
  };
  const from = Math.max(0, Math.floor((top - 6) / lineHeight) - beyond);
  const to = Math.min(count, Math.ceil((top + height) / lineHeight) + beyond);
  return { box, from, to, reveal, onScroll: (e: { currentTarget: Element }) => setTop(e.currentTarget.scrollTop) };
}

interface Props {
  className: string;
  depth: number;
  holds: boolean;
  open: boolean;
  toggle: () => void;
  pick: () => void;
  dot?: ReactNode;
  /** What "why not?" asks about; undefined: nothing. */
  ask?: string;
  /** Whom it asks about, if not the selected character. */
  agent?: string;
  children: ReactNode;
}

/** A line of what was considered: of a search, of a tree, of the wants of a brain. */
export function Line({ className, depth, holds, open, toggle, pick, dot, ask, agent, children }: Props) {
  return (
    <div className={`row ${className}`} role="treeitem" aria-level={depth + 1} onClick={pick}>
      {dot}
      {Array.from({ length: depth }, (_, i) => <i key={i} className="rail" />)}
      <button
        className={holds ? "caret" : "caret none"}
        tabIndex={holds ? 0 : -1}
        aria-label={open ? "close" : "open"}
        onClick={(e) => {
          e.stopPropagation();
          toggle();
        }}
      >
        {open ? "▾" : "▸"}
      </button>
      {children}
      {ask && (
        <span className="acts">
          <button
            className="ask"
            aria-label={`why not ${ask}`}
            title={`why, or why not ${ask}?`}
            onClick={(e) => {
              e.stopPropagation();
              go({ why: ask, ask: undefined, ...(agent && { agent }) });
            }}
          >
            ?
          </button>
        </span>
      )}
    </div>
  );
}
