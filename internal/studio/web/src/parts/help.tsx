import { keys } from "../state/keys";
import { useEscape } from "./escape";

/** The list of keys. */
export function Help({ close }: { close: () => void }) {
  useEscape(close);
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
