import type { Control, PartView, Run } from "../net/wire";
import { brief } from "../parts/value";
import { Section } from "./section";

const marks: Record<PartView["kind"], string> = { reaction: "⚡", mind: "●", layer: "≡" };

/** The controlling activities: reactions, the mind, the layers beside it, and the holders of resources. The first ones take precedence. */
export function ControlPane({ control, goals }: { control: Control; goals?: string }) {
  const { parts, resources } = control;
  const first = parts.find((p) => p.state === "runs");
  const head = (
    <>
      {first ? <><b>{first.name}</b><Path runs={first.runs ?? []} /></> : <span className="quiet">nothing runs</span>}
      <span className="gap" />
      {control.committed && <span className="badge what">committed</span>}
    </>
  );
  return (
    <Section id="control" title="In control" head={head}>
      {resources && (
        <div className="resources">
          {resources.map((r) => (
            <span key={r.name} className={r.part < 0 ? "free" : parts[r.part]!.kind} data-testid={`resource-${r.name}`} title={r.path?.map(brief).join(" ▸ ")}>
              <i>{r.name}</i>
              <b>{r.part < 0 ? "free" : r.action}</b>
              {r.part >= 0 && <em>{parts[r.part]!.name}</em>}
            </span>
          ))}
        </div>
      )}
      {parts.length > 1 && (
        <ol className="parts">
          {parts.map((p, i) => (
            <li key={i} className={`${p.kind} ${p.state}`}>
              <i>{marks[p.kind]}</i>
              <b>{p.name}</b>
              {p.on && <code>on {p.on}</code>}
              <span className={`badge ${p.state === "runs" ? "found" : p.state === "waits" || p.state === "yields" ? "what" : ""}`}>
                {p.state}{p.rest ? ` ${p.rest.toFixed(1)}s` : ""}{p.why ? `: ${p.why}` : ""}
              </span>
              {p.uses && <em>{p.uses.join(", ")}</em>}
              {p.kind !== "mind" && p.runs && <Path runs={p.runs} />}
            </li>
          ))}
        </ol>
      )}
      {goals && <pre className="goals">{brief(goals.trim())}</pre>}
      {needs(parts).map((n) => <p key={n} className="needs">{n}</p>)}
    </Section>
  );
}

/** The first running activity with those that it has started, down to the actions in the world. */
function Path({ runs }: { runs: Run[] }) {
  const path: Run[] = [];
  for (const r of runs) if (r.depth === path.length) path.push(r);
  return <span className="path">{path.map((r, i) => <span key={i} className={r.kind} title={`${r.kind} ${r.text}`}>{brief(r.text)}</span>)}</span>;
}

function needs(parts: PartView[]): string[] {
  return parts.flatMap((p) => (p.runs ?? []).filter((r) => r.needs).map((r) => `${r.text} waits for ${r.needs!.join(", ")}`));
}
