import { useState } from "react";
import { frame } from "./actions";
import type { Draft } from "./draft";

/** Asks for the title of a frame. */
export function TitleEditor({ draft, at, close }: { draft: Draft; at: { title: string; x: number; y: number }; close: () => void }) {
  const [title, setTitle] = useState(at.title);
  const take = async (text: string) => {
    if (await frame(draft, text.trim())) close();
  };
  const press = (e: React.KeyboardEvent) => {
    e.stopPropagation();
    if (e.key === "Escape") close();
    else if (e.key === "Enter") void take(title);
    else return;
    e.preventDefault();
  };
  const refused = draft.get().refused;
  return (
    <div className="shade" onPointerDown={(e) => e.target === e.currentTarget && close()}>
      <div className="palette" role="dialog" aria-label="frame" data-testid="frame-title" style={{ left: Math.min(at.x, window.innerWidth - 320), top: Math.min(at.y, window.innerHeight - 110), width: 300 }} onKeyDown={press}>
        <div className="title">{at.title ? "title of the frame" : "frame around what is selected"}</div>
        <input autoFocus value={title} onChange={(e) => setTitle(e.target.value)} aria-label="title" placeholder="title" spellCheck={false} />
        {refused && <p className="fault" role="alert">{refused}</p>}
        <div className="choices">
          <button className="mini strong" disabled={!title.trim()} onClick={() => void take(title)}>{at.title ? "rename" : "put a frame"}</button>
          {at.title && <button className="mini" onClick={() => void take("")}>take the frame away</button>}
        </div>
      </div>
    </div>
  );
}
