import { useEffect, useRef } from "react";
import type { Planning } from "../net/types";
import { go } from "../state/address";
import { seconds } from "../state/moment";

const marks: Record<string, string> = { adopted: "▶", kept: "=", none: "✕", limit: "!", merged: "⤳", repaired: "⟲" };

/** The plannings of a character, the latest at the bottom. */
export function Plannings({ list, at, tps, follow }: { list: Planning[]; at?: number; tps: number; follow: boolean }) {
  const here = useRef<HTMLButtonElement>(null);
  useEffect(() => here.current?.scrollIntoView({ block: "nearest" }), [at, list.length]);
  return (
    <div className="plannings">
      <div className="head">
        Plannings <small>{list.length}</small>
        <span className="gap" />
        <button className={follow ? "mini on" : "mini"} onClick={() => go({ plan: undefined, k: undefined })} title="show the last planning (l)">latest</button>
      </div>
      <ol>
        {list.slice(-200).map((p, i) => (
          <li key={`${p.tick}/${i}`}>
            <button ref={p.tick === at ? here : undefined} className={p.tick === at ? "event on" : "event"} onClick={() => go({ plan: p.tick, k: undefined })} title={p.text}>
              <i className={`mark ${p.kind}`}>{marks[p.kind] ?? "·"}</i>
              <time>{seconds(Math.max(0, p.tick - 1), tps)}</time>
              <span>{short(p.text)}</span>
            </button>
          </li>
        ))}
      </ol>
      {list.length === 0 && <p className="empty">Nothing has been planned yet.</p>}
    </div>
  );
}

/** What an event says without its kind, which has a mark. */
export function short(text: string): string {
  return text.replace(/^plan [a-z]+:? ?/, "") || text;
}
