import { useEffect } from "react";
import { keys } from "../state/keys";

/** The list of keys. */
export function Help({ close }: { close: () => void }) {
  useEffect(() => {
    const press = (e: KeyboardEvent) => e.key === "Escape" && close();
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [close]);
  return (
    <div className="veil" onClick={close}>
      <div className="sheet" role="dialog" aria-label="keys" onClick={(e) => e.stopPropagation()}>
        <h2>Keys</h2>
        <div className="keys">
          {Object.entries(keys).map(([where, list]) => (
            <dl key={where}>
              <h3>{where}</h3>
              {list.map((k) => (
                <div key={k.key}>
                  <dt><kbd>{k.key}</kbd></dt>
                  <dd>{k.does}</dd>
                </div>
              ))}
            </dl>
          ))}
        </div>
      </div>
    </div>
  );
}
