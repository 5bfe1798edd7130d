import { useEffect, useMemo, useRef, useState } from "react";
import type { Insertable } from "../net/wire";
import { fuzzy } from "../parts/fuzzy";
import { ask } from "../state/studio";
import type { Choice, Draft, Overlay } from "./draft";

type At = Extract<Overlay, { kind: "palette" | "menu" }>;

const width = 420;
const height = 380;
const most = 80;

/** A list of what can be inserted or done, searched by what is typed. A line that parses is inserted as it is written. */
export function Palette({ draft, at, close }: { draft: Draft; at: At; close: () => void }) {
  const [typed, setTyped] = useState((at.kind === "palette" && at.typed) || "");
  const [list, setList] = useState<Choice[]>(at.kind === "menu" ? at.items : []);
  const [fault, setFault] = useState("");
  const [chosen, setChosen] = useState(0);
  const asked = useRef("");
  const entered = useRef(false);
  const known = useRef(new Map<string, string>()); // what the choices of this place want
  useEffect(() => {
    if (at.kind !== "palette") return;
    let gone = false;
    const question = { file: draft.file, text: draft.view.state.doc.toString(), slot: at.slot, name: typed };
    ask({ op: "palette", ...question })
      .then(async (found) => {
        if (gone) return;
        asked.current = typed;
        setFault("");
        const key = (f: Insertable) => `${f.of}\n${f.label}`;
        setList(found.map((f) => ({ label: f.label, doc: f.doc, of: f.of, refused: f.refused, wants: known.current.get(key(f)), run: f.op ? () => draft.insert(f, at) : undefined })));
        // What does not load as it is turns grey a little later: the list does not wait for it.
        for (let since = 0; since < found.length && !gone && !known.current.has("all"); ) {
          const tried = await ask({ op: "tries", ...question, since });
          if (gone) return;
          for (const w of tried.wants) known.current.set(key(found[w.at]!), w.why);
          if ((since = tried.until) >= tried.of) known.current.set("all", "");
          if (tried.wants.length > 0) setList((list) => list.map((c) => (known.current.has(`${c.of}\n${c.label}`) ? { ...c, wants: known.current.get(`${c.of}\n${c.label}`) } : c)));
        }
      })
      .catch((e: Error) => !gone && setFault(e.message));
    return () => {
      gone = true;
    };
  }, [draft, at, typed]);

  const shown = useMemo(() => ranked(list, typed).slice(0, most), [list, typed]);
  const pick = (c: Choice | undefined) => c?.run?.();
  useEffect(() => {
    if (entered.current && asked.current === typed) {
      entered.current = false;
      pick(shown[chosen]);
    }
  }, [list]); // eslint-disable-line react-hooks/exhaustive-deps
  const press = (e: React.KeyboardEvent) => {
    e.stopPropagation();
    if (e.key === "Escape") close();
    else if (e.key === "ArrowDown") setChosen(Math.min(chosen + 1, shown.length - 1));
    else if (e.key === "ArrowUp") setChosen(Math.max(chosen - 1, 0));
    else if (e.key === "Enter" && at.kind === "palette" && asked.current !== typed) entered.current = true; // the answer to the last key has not come
    else if (e.key === "Enter") pick(shown[chosen]);
    else return;
    e.preventDefault();
  };
  return (
    <div className="shade" onPointerDown={(e) => e.target === e.currentTarget && close()}>
      <div className="palette" role="dialog" aria-label={at.title} data-testid="palette" data-asked={asked.current} style={{ left: Math.max(8, Math.min(at.x, window.innerWidth - width - 12)), top: Math.max(8, Math.min(at.y, window.innerHeight - height - 12)), width, maxHeight: height }} onKeyDown={press}>
        <div className="title">{at.title}</div>
        <input autoFocus value={typed} onChange={(e) => (setTyped(e.target.value), setChosen(0))} placeholder={at.kind === "palette" ? "search, or write a line" : "search"} aria-label="search" spellCheck={false} />
        {at.kind === "palette" && at.fault && <p className="fault" role="status">{at.fault}</p>}
        {fault && <p className="fault">{fault}</p>}
        <ul role="listbox" aria-label="choices">
          {shown.map((c, i) => (
            <li key={`${c.of}${c.label}${i}`} role="option" aria-selected={i === chosen} aria-disabled={!c.run} className={`${i === chosen ? "on" : ""} ${c.run ? (c.wants ? "wants" : "") : "refused"}`}
              ref={i === chosen ? (e) => e?.scrollIntoView({ block: "nearest" }) : undefined} onClick={() => pick(c)}>
              <span><b>{c.label}</b> <em>{c.of}</em></span>
              <small>{c.refused ?? (c.wants ? `to be completed: ${c.wants}` : c.doc)}</small>
            </li>
          ))}
          {shown.length === 0 && <li className="refused"><small>{list.length ? "nothing is called so" : "…"}</small></li>}
        </ul>
      </div>
    </div>
  );
}

/** The choices that what is typed may mean, the best first; what cannot be inserted comes last. */
function ranked(list: Choice[], typed: string): Choice[] {
  const text = typed.trim();
  const able = (c: Choice) => Number(Boolean(c.run));
  if (!text) return [...list].sort((a, b) => able(b) - able(a));
  const line = /[\s("]/.test(text);
  const scored = list.flatMap((c) => {
    const own = c.of === "as written";
    const score = own ? (line ? Infinity : -Infinity) : fuzzy(text, c.label)?.score;
    return score === undefined ? [] : [{ c, score, first: own && line ? 1 : able(c) }];
  });
  return scored.sort((a, b) => b.first - a.first || b.score - a.score || 0).map((s) => s.c);
}
