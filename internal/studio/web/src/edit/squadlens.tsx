import type { GivenOrder, Member, Sketched, Squad } from "../net/wire";
import { Who } from "../mind/squad";
import { short } from "../mind/curve";
import { Level } from "../mind/score";
import { brief } from "../parts/value";
import { useLive } from "./live";

/** The squad that a declaration is shown with. */
function useSquad(name: string | undefined): Squad | undefined {
  const { lens } = useLive();
  return lens && lens.bandOf === name ? lens.squad : undefined;
}

/** A cell for each member: whether it holds the role, and how it is rated for it. */
export function RoleCells({ part }: { part: Sketched }) {
  const squad = useSquad(/^squad (.+?) \/ /.exec(part.path)?.[1]);
  const at = squad?.roles.findIndex((r) => r.name === part.name) ?? -1;
  if (!squad || at < 0) return null;
  const role = squad.roles[at]!;
  const held = squad.members.filter((m) => m.role === at).length;
  const best = Math.max(0, ...squad.members.map((m) => m.scores?.[at] ?? 0));
  return (
    <span className="lens cells" data-testid={`role-${role.name}`}>
      <span className={role.short ? "count fault" : "count"} title={role.short ? `${role.short} too few` : undefined}>{held} of {role.min === role.max ? role.min : `${role.min}–${role.max}`}</span>
      {squad.members.map((m) => <Cell key={m.name} member={m} role={role.name} at={at} best={best} />)}
    </span>
  );
}

function Cell({ member: m, role, at, best }: { member: Member; role: string; at: number; best: number }) {
  const score = m.scores?.[at];
  const holds = m.role === at;
  const says = `${m.name} ${holds ? `holds ${role}, for ${m.since.toFixed(1)}s` : score === undefined ? `is not rated for ${role}` : score > 0 ? `could be ${role}` : `does not suit ${role}`}${score !== undefined && score > 0 ? `; rated ${short(score)}` : ""}`;
  return (
    <span className={holds ? "cell holds" : score === undefined || score > 0 ? "cell" : "cell unfit"} title={says} aria-label={says} role="img" data-member={m.name} data-holds={holds} data-score={score}>
      {holds ? "●" : ""}
      {score === undefined ? "?" : score > 0 ? <><Level value={score / best} />{short(score)}</> : "–"}
    </span>
  );
}

/** Who the columns are, the order that each member has, and what it does. */
export function Members({ part }: { part: Sketched }) {
  const squad = useSquad(part.name);
  if (!squad) return null;
  if (squad.members.length === 0) return <p className="lens head quiet">It has no members.</p>;
  const free = squad.members.some((m) => m.role < 0);
  const orders = squad.orders ?? [];
  return (
    <div className="lens members" data-testid="members">
      <Row title="">{squad.members.map((m) => <span key={m.name} className="cell"><Who name={m.name} /></span>)}</Row>
      <Row title="order">{squad.members.map((m) => <span key={m.name} className="cell text">{orders.filter((o) => o.member === m.name).map((o, i) => <Given key={o.number ?? `ended${i}`} order={o} />)}</span>)}</Row>
      <Row title="is doing">{squad.members.map((m) => <span key={m.name} className="cell text" title={m.doing}>{brief(m.doing)}</span>)}</Row>
      {free && <Row title="no role">{squad.members.map((m) => <span key={m.name} className={m.role < 0 ? "cell holds" : "cell"}>{m.role < 0 ? "●" : ""}</span>)}</Row>}
    </div>
  );
}

function Row({ title, children }: { title: string; children: React.ReactNode }) {
  return <div className="cells"><span className="count">{title}</span>{children}</div>;
}

function Given({ order: o }: { order: GivenOrder }) {
  return (
    <span className={o.ended ? "given ended" : "given"} title={`${o.text}\n${o.state}${o.why ? `: ${o.why}` : ""}, ${o.ago.toFixed(1)}s${o.ended ? " ago" : ""}`}>
      <code>{brief(o.text)}</code> <em className={o.state === "running" ? "good" : o.ended ? "bad" : ""}>{o.state}{o.why ? `: ${o.why}` : ""}{o.urgent ? ", urgent" : ""}</em>
    </span>
  );
}
