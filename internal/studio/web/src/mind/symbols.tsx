import { useEffect, useRef, useState } from "react";
import type { Cell } from "../net/wire";
import { command } from "../state/studio";
import { brief } from "../parts/value";

const glow = 1500;

/** The values of all symbols. Recent changes glow; the user can change a value in the running simulation. */
export function Symbols({ cells, agent, past, changed }: { cells: Cell[]; agent: string; past: boolean; changed: () => void }) {
  const [filter, setFilter] = useState("");
  const [editing, setEditing] = useState<string>();
  const fresh = useFresh(cells, agent);
  const shown = cells.filter((c) => !filter || c.name.toLowerCase().includes(filter.toLowerCase()));
  return (
    <div className="pane symbols">
      <div className="head">
        Symbols <small>{cells.length}</small>
        <span className="gap" />
        <input placeholder="filter" value={filter} onChange={(e) => setFilter(e.target.value)} aria-label="filter symbols" />
      </div>
      {["agent", "squad", "world"].map((scope) => {
        const list = shown.filter((c) => c.scope === scope);
        return (
          list.length > 0 && (
            <table key={scope}>
              <caption>{scope}</caption>
              <tbody>
                {list.slice(0, 200).map((c) => (
                  <tr key={c.name} className={fresh.has(c.name) ? "fresh" : ""} title={`${c.type}${c.sensed ? ", written by the host" : ""}`}>
                    <td>{c.name}</td>
                    <td>
                      {editing === c.name ? (
                        <input
                          autoFocus
                          defaultValue={c.value}
                          onBlur={() => setEditing(undefined)}
                          onKeyDown={(e) => {
                            if (e.key === "Escape") setEditing(undefined);
                            if (e.key !== "Enter") return;
                            void command({ op: "set", agent, sets: [{ name: c.name, value: e.currentTarget.value }] }).then(changed);
                            setEditing(undefined);
                          }}
                        />
                      ) : (
                        <button className={`value ${c.value.startsWith("(") ? "spot" : c.value === "true" ? "true" : c.value === "false" ? "false" : ""}`} disabled={past} onClick={() => setEditing(c.name)} title={past ? "a past moment stays as it was" : "change it in the simulation"}>
                          {brief(c.value)}
                        </button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        );
      })}
    </div>
  );
}

/** The names of recently changed symbols. */
function useFresh(cells: Cell[], agent: string): Set<string> {
  const known = useRef({ agent, values: new Map<string, string>(), at: new Map<string, number>() });
  const [, again] = useState(0);
  const k = known.current;
  const now = performance.now();
  if (k.agent !== agent) known.current = { agent, values: new Map(), at: new Map() };
  for (const c of cells) {
    const was = known.current.values.get(c.name);
    if (was !== undefined && was !== c.value) known.current.at.set(c.name, now);
    known.current.values.set(c.name, c.value);
  }
  useEffect(() => {
    const timer = window.setTimeout(() => again((n) => n + 1), glow);
    return () => window.clearTimeout(timer);
  }, [cells]);
  return new Set([...known.current.at].filter(([, t]) => now - t < glow).map(([n]) => n));
}
