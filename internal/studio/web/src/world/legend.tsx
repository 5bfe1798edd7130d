import { useAddress } from "../state/address";
import { useStudio } from "../state/studio";
import { layers, shown, toggleLayer, type Layer } from "./layers";

/** Signs of the layers, in their colours. */
const signs: Record<Layer, React.ReactNode> = {
  cones: <path d="M2 7 L14 2 Q16 7 14 12 Z" fill="var(--accent)" fillOpacity="0.25" stroke="var(--accent)" />,
  ears: <circle cx="8" cy="7" r="5.5" fill="none" stroke="var(--teal)" strokeDasharray="1.5 2" strokeWidth="1.3" />,
  reach: <circle cx="8" cy="7" r="5.5" fill="none" stroke="var(--bad)" strokeDasharray="4 2.5" strokeWidth="1.3" />,
  memory: <><circle cx="6" cy="7" r="4.5" fill="var(--violet)" fillOpacity="0.2" stroke="var(--violet)" /><path d="M6 7 L15 3" stroke="var(--violet)" /></>,
  way: <path d="M1 12 L7 9 L10 3 L15 2" fill="none" stroke="var(--accent)" strokeWidth="2" />,
  route: <><path d="M1 12 L9 6" stroke="var(--plan)" strokeDasharray="3 2" strokeWidth="1.3" /><rect x="9" y="1" width="6" height="6" fill="none" stroke="var(--plan)" strokeWidth="1.3" /></>,
  places: <><circle cx="5" cy="7" r="3.5" fill="var(--good)" fillOpacity="0.5" stroke="var(--good)" /><path d="M10 4 L15 9 M15 4 L10 9" stroke="var(--faint)" /></>,
  names: <text x="1" y="11" fontSize="12" fill="var(--text)">ab</text>,
};

/** The legend of the picture, with a switch for each layer. A recording holds figures and names only. */
export function Legend() {
  const on = shown(useAddress().layers);
  const recorded = !!useStudio().opened?.record;
  const none = (l: Layer) => recorded && l !== "names";
  return (
    <div className="legend" role="group" aria-label="layers">
      {layers.map((l) => (
        <button key={l.id} className={on.has(l.id) && !none(l.id) ? "layer on" : "layer"} aria-pressed={on.has(l.id) && !none(l.id)} disabled={none(l.id)} data-layer={l.id} onClick={() => toggleLayer(l.id)} title={none(l.id) ? `${l.about}: not in a recording` : `${l.about} (${l.key})`}>
          <svg viewBox="0 0 16 14" width="16" height="14" aria-hidden="true">{signs[l.id]}</svg>
          {l.label}
        </button>
      ))}
    </div>
  );
}
