import { useState } from "react";
import type { Brain, Mind, Want } from "../net/wire";
import { BreakDot } from "../parts/breakdot";
import { brief } from "../parts/value";
import { short } from "./curve";
import { Score, Stack, Factors, reach, scale } from "./score";
import { Scores } from "./scores";
import { Section } from "./section";

/** How many candidates are shown before the others are asked for. */
const most = 12;

/** The wants of a brain. The order is that of the file, so that nothing jumps; the length of a bar shows the score. */
export function BrainPane({ mind, brain, past }: { mind: Mind; brain: Brain; past: boolean }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState(false);
  const wants = mind.wants ?? [];
  const scored = wants.filter((w) => w.shape || w.bar || !w.why);
  const out = wants.filter((w) => !scored.includes(w));
  const best = [...scored].sort((a, b) => Number(b.chosen ?? false) - Number(a.chosen ?? false) || b.score - a.score).slice(0, all ? undefined : most);
  const shown = scored.filter((w) => best.includes(w)).sort((a, b) => a.order - b.order || a.text.localeCompare(b.text, undefined, { numeric: true }));
  const top = scale(Math.max(...shown.map(reach), 0.01));
  const toggle = (text: string) => setOpen((was) => {
    const now = new Set(was);
    if (!now.delete(text)) now.add(text);
    return now;
  });
  const chosen = wants.find((w) => w.chosen);
  const head = (
    <>
      <b>{brain.name}</b>
      {brain.personality && <span className="badge" title={brain.traits?.join("\n")}>{brain.personality}</span>}
      {chosen && <span className="now">{brief(chosen.text)} <em>{short(chosen.score)}</em></span>}
      <span className="gap" />
      <span className="when">{brain.rule}{brain.inertia ? `, inertia ${brain.inertia}` : ""}, again in {brain.next.toFixed(1)}s</span>
    </>
  );
  return (
    <Section id="brain" title="Brain" head={head}>
      {brain.traits && <p className="traits">{brain.personality}: {brain.traits.map((t) => <code key={t}>{t}</code>)}</p>}
      {(brain.pursues.length > 1 || brain.orders) && (
        <p className="pursues">
          {brain.pursues.length > 1 && <>interrupted: {brain.pursues.slice(0, -1).map((p) => p.text).join(", ")} </>}
          {brain.orders && <>ordered, and waits: {brain.orders.map(brief).join(", ")}</>}
        </p>
      )}
      <ul className="wants" data-testid="wants">
        {shown.map((w) => <Row key={w.text} want={w} top={top} brain={brain} open={open.has(w.text)} toggle={() => toggle(w.text)} />)}
      </ul>
      {!all && scored.length > shown.length && <button className="mini" onClick={() => setAll(true)}>{scored.length - shown.length} more with lower scores</button>}
      {all && scored.length > most && <button className="mini" onClick={() => setAll(false)}>the best only</button>}
      {out.length > 0 && (
        <details className="outs">
          <summary>{out.length} left out</summary>
          {out.slice(0, 100).map((w, i) => <div key={i} className="out">{w.name && <BreakDot kind="want" name={w.name} />}{brief(w.text)} <em>{w.why}{w.blame ? `: ${brief(w.blame)}` : ""}</em></div>)}
        </details>
      )}
      <Scores mind={mind} past={past} />
    </Section>
  );
}

function Row({ want: w, top, brain, open, toggle }: { want: Want; top: number; brain: Brain; open: boolean; toggle: () => void }) {
  const sum = (w.bar ?? []).reduce((n, s) => n + s.value, 0);
  return (
    <li className={`${w.chosen ? "chosen" : ""} ${w.cooling ? "cooling" : ""}`} data-testid="want" data-score={w.score} data-sum={w.cooling ? 0 : sum}>
      <button className="row" onClick={toggle} aria-expanded={open}>
        <i className="mark">{w.chosen ? "▶" : open ? "▾" : "▸"}</i>
        <span className="text" title={w.text}>{brief(w.text)}</span>
        <Stack want={w} top={top} />
        <b>{w.score.toFixed(3)}</b>
      </button>
      {w.name && <BreakDot kind="want" name={w.name} />}
      {(open || w.chosen) && <Factors want={w} />}
      {w.why && <div className="why">{w.why}</div>}
      {w.cooling && <div className="why">cooling down</div>}
      {open && <Score want={w} brain={brain} />}
    </li>
  );
}
