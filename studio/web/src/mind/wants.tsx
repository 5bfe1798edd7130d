import type { Want } from "../net/types";

/** What a brain may pursue, by score: the parts of the score unfold. */
export function Wants({ wants, goals }: { wants: Want[]; goals?: string }) {
  const sorted = [...wants].sort((a, b) => Number(b.chosen ?? false) - Number(a.chosen ?? false) || b.score - a.score);
  const scored = sorted.filter((w) => !w.why || w.chosen);
  const out = sorted.filter((w) => w.why && !w.chosen);
  const most = Math.max(...wants.map((w) => w.score), 0.0001);
  return (
    <div className="pane wants" data-testid="wants">
      <div className="head">Wants <small>{wants.length}</small></div>
      {goals && <pre className="goals">{goals}</pre>}
      <ul>
        {scored.slice(0, 40).map((w, i) => (
          <li key={i} className={w.chosen ? "chosen" : ""}>
            <details>
              <summary>
                <span className="text">{w.text}</span>
                <span className="bar"><i style={{ width: `${(100 * w.score) / most}%` }} /></span>
                <b>{w.score.toFixed(3)}</b>
              </summary>
              {(w.parts ?? []).map((p, n) => (
                <div key={n} className="part" style={{ paddingLeft: 12 + p.depth * 14 }}>
                  <code>{p.text}</code> <b>{p.value}</b>
                </div>
              ))}
            </details>
          </li>
        ))}
      </ul>
      {out.length > 0 && (
        <details className="outs">
          <summary>{out.length} left out</summary>
          {out.slice(0, 100).map((w, i) => <div key={i} className="part out">{w.text} <em>{w.why}</em></div>)}
        </details>
      )}
    </div>
  );
}
