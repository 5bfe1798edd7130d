import { useEffect, useRef } from "react";
import type { Present, Sketched } from "../net/wire";
import { Who } from "../mind/squad";
import { short } from "../mind/curve";
import { Factors, Level, Stack } from "../mind/score";
import { brief } from "../parts/value";
import { go, useAddress } from "../state/address";
import { useMoment } from "../state/moment";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { useDraft } from "./draft";
import { useLive } from "./live";

/** How many characters are proposed, and how many targets of a want are named. */
const most = 8;

/** Says whose wants or roles a declaration shows, or why it shows none and whom to choose. */
export function LensHead({ part }: { part: Sketched }) {
  const { lens, none } = useLive();
  const { agent } = useAddress();
  const moment = useMoment();
  const brain = part.kind === "brain";
  const line = useRef<HTMLParagraphElement>(null);
  const shown = lens && (brain ? lens.brain?.name === part.name : lens.bandOf === part.name);
  useEffect(() => {
    const card = line.current?.closest(".item");
    if (shown && card?.classList.contains("selected")) card.scrollIntoView({ block: "nearest" }); // it has grown
  }, [shown]);
  if (!shown) {
    const why = none ?? (!lens ? "" : brain ? `${lens.agent} does not decide by this brain.` : `${lens.agent} is in no squad of this kind.`);
    return <p className="lens head quiet" data-testid={`lens-${part.kind}`}>{why || (agent ? "…" : "")} {why && <Propose part={part} />}</p>;
  }
  const b = lens.brain;
  return (
    <p ref={line} className="lens head" data-testid={`lens-${part.kind}`}>
      <span>{brain ? <Who name={lens.agent} /> : <><Squads of={part.name!} shown={lens.band!} />{lens.band !== lens.agent && <> with <Who name={lens.agent} /></>}</>} at {moment.seconds.toFixed(1)}s</span>
      {brain && b?.personality && <span className="badge" title={b.traits?.join("\n")}>{b.personality}</span>}
      <span className={lens.running ? "quiet" : "unsaved"} title={lens.why}>{lens.why ? `as the running program judges: ${lens.why}` : lens.running ? "as the running program judges" : "as this text judges, which is not saved"}</span>
    </p>
  );
}

/** The squad that is shown; with several of its declaration, one chooses. */
function Squads({ of, shown }: { of: string; shown: string }) {
  const { opened } = useStudio();
  const moment = useMoment();
  const { data } = useQuery(opened && { op: "members", file: opened.file, tick: moment.tick }, opened?.frame.run);
  const names = (data ?? []).filter((m) => m.kind === of).map((m) => m.name);
  if (names.length < 2) return <Who name={shown} />;
  return (
    <select value={shown} onChange={(e) => go({ agent: e.target.value })} aria-label={`squad of ${of}`}>
      {names.map((n) => <option key={n}>{n}</option>)}
    </select>
  );
}

/** Characters to choose, whom a declaration is about. */
function Propose({ part }: { part: Sketched }) {
  const { opened } = useStudio();
  const draft = useDraft();
  const moment = useMoment();
  const { data } = useQuery(opened && { op: "members", file: opened.file, tick: moment.tick }, opened?.frame.run);
  const kinds = new Set([part.name, ...(draft?.get().parts ?? []).filter((p) => p.lines?.some((l) => l.kind === part.kind && l.head.split(/\s+/)[1] === part.name)).map((p) => p.name)]);
  const list: Present[] = (data ?? []).filter((m) => kinds.has(m.kind)).slice(0, most);
  if (list.length === 0) return null;
  return <>Choose {list.map((m) => <Who key={m.name} name={m.name} />)}</>;
}

/** The score of a want as a bar: of the chosen target, or of the one with the highest score. */
export function WantBar({ path }: { path: string }) {
  const { lens, wants, top } = useLive();
  const list = wants.get(path);
  const w = list?.[0];
  if (!w) return lens?.brain?.name && path.startsWith(`brain ${lens.brain.name} / `) ? <p className="lens wantbar quiet">no candidate at this moment</p> : null;
  const out = w.why && !w.shape && !w.bar;
  const others = list.slice(1);
  const names = others.slice(0, most).map((o) => `${brief(o.text)}: ${o.why ?? short(o.score)}`).join("\n");
  return (
    <div className={`lens wantbar ${w.chosen ? "chosen" : ""} ${w.cooling ? "cooling" : ""}`} data-testid="wantbar" data-score={w.score} data-chosen={w.chosen ?? false}>
      <div className="bars">
        <i className="mark" title={w.chosen ? "chosen" : undefined}>{w.chosen ? "▶" : ""}</i>
        <span className="text" title={w.text}>{brief(w.text)}</span>
        {out ? <span className="why">{w.why}{w.blame ? `: ${brief(w.blame)}` : ""}</span> : <Stack want={w} top={top} />}
        {!out && <b>{w.score.toFixed(3)}</b>}
        {others.length > 0 && <small title={names}>+ {others.length} more</small>}
      </div>
      {!out && <Factors want={w} />}
      {!out && lens?.brain?.traits?.some((t) => t.startsWith(`${w.name?.split("/").at(-1)} = `)) && <small>scored as the personality {lens.brain.personality} says</small>}
      {!out && (w.why || w.cooling) && <span className="why">{w.why ?? "cooling down"}</span>}
    </div>
  );
}

/** What a consideration adds to the score of its want. */
export function Considered({ path }: { path: string }) {
  const { pieces } = useLive();
  const found = pieces.get(path);
  const p = found?.kind === "product" ? found.under?.[0] : found;
  if (!p) return null;
  const input = p.under?.[0];
  return (
    <span className="lens considered" data-testid="considered" data-value={p.value}>
      <Level value={p.value} /> <b>{short(p.value)}</b>
      {input && <small>from {short(input.value)}</small>}
    </span>
  );
}
