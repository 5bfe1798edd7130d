import type { GivenOrder, Membership, Squad } from "../net/wire";
import { brief } from "../parts/value";
import { go } from "../state/address";
import { short } from "./curve";
import { Section } from "./section";

/** A character to go to. */
export function Who({ name }: { name: string }) {
  return <button className="link who-link" onClick={() => go({ agent: name, plan: undefined, level: undefined, k: undefined })}>{name}</button>;
}

/** A squad: who has which role and why, who holds which tokens and slots, the orders, and the known objects. */
export function SquadPane({ squad }: { squad: Squad }) {
  return (
    <Section id="squad" title="Squad" head={<small>{squad.members.length} members</small>}>
      <Roles squad={squad} />
      <div className="two">
        {squad.orders && <div><h4>orders</h4><Orders orders={squad.orders} named /></div>}
        {squad.pools && <div><h4>tokens and slots</h4><PoolList squad={squad} /></div>}
      </div>
      {squad.known && (
        <details className="known">
          <summary>knows of {squad.known.length}{squad.talk ? `; told after ${squad.talk.delay}s, with confidence ${squad.talk.confidence}` : ""}</summary>
          <ul className="facts">
            {squad.known.map((k) => (
              <li key={k.name} title={`known to ${k.who.join(", ")}${k.told ? `\ntold: ${k.told.join(", ")}` : ""}`}>
                <span>{k.name}</span>
                <span className="bar"><i style={{ width: `${100 * k.sure}%` }} /></span>
                <b>{k.sure.toFixed(2)}</b>
                <small>{k.who.length} know, {k.told?.length ?? 0} told</small>
                <em>{k.fresh.toFixed(1)}–{k.stale.toFixed(1)}s</em>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

function Roles({ squad }: { squad: Squad }) {
  const free = squad.members.filter((m) => m.role < 0);
  return (
    <table className="roles" data-testid="roles">
      <thead><tr><th>role</th><th>for</th><th>who</th>{squad.roles.map((r) => <th key={r.name} className="n" title={r.score}>as {r.name}</th>)}<th>is doing</th></tr></thead>
      <tbody>
        {[...squad.roles.map((r, i) => ({ ...r, i })), { name: "without", min: 0, max: 0, i: -1, short: 0, score: undefined }].map((r) => {
          const members = squad.members.filter((m) => m.role === r.i);
          if (r.i < 0 && free.length === 0) return null;
          return (members.length ? members : [undefined]).map((m, n) => (
            <tr key={m?.name ?? r.name} className={n === 0 ? "first" : ""}>
              {n === 0 && <td rowSpan={Math.max(1, members.length)} title={r.score ? `by ${r.score}` : ""}><b>{r.name}</b>{r.short ? <em className="fault"> {r.short} too few</em> : null}</td>}
              {n === 0 && <td rowSpan={Math.max(1, members.length)} className="quiet">{r.i < 0 ? "" : r.min === r.max ? r.min : `${r.min}–${r.max}`}</td>}
              <td>{m ? <><Who name={m.name} /> <small>{m.since.toFixed(1)}s</small></> : <span className="quiet">none</span>}</td>
              {squad.roles.map((other, k) => <td key={other.name} className={m && k === m.role ? "n on" : "n"}>{m?.scores ? short(m.scores[k]!) : ""}</td>)}
              <td className="doing">{m ? brief(m.doing) : ""}</td>
            </tr>
          ));
        })}
      </tbody>
    </table>
  );
}

function PoolList({ squad }: { squad: Squad }) {
  return (
    <ul className="pools" data-testid="tokens">
      {squad.pools!.map((l) => (
        <li key={l.name}>
          <b>{l.name}</b> <small>{l.holders?.length ?? 0} of {l.capacity}{l.lease ? `, for ${l.lease}s` : ""}</small>
          {l.holders?.map((h) => (
            <span key={h.name} className="holder">
              <Who name={h.name} />
              {h.left && l.lease ? <span className="bar"><i style={{ width: `${(100 * h.left) / l.lease}%` }} /></span> : null}
              {h.left ? <em>{h.left.toFixed(1)}s</em> : null}
            </span>
          ))}
          {l.waiting?.map((h) => <span key={h.name} className="holder waiting"><Who name={h.name} /> <em>waits{h.priority ? `, priority ${h.priority}` : ""}</em></span>)}
        </li>
      ))}
    </ul>
  );
}

/** Orders with their states. */
export function Orders({ orders, named = false }: { orders: GivenOrder[]; named?: boolean }) {
  return (
    <ul className="orders" data-testid="orders">
      {orders.map((o, i) => (
        <li key={o.number ?? `ended/${i}`} className={o.ended ? "ended" : o.state} title={o.number ? `order ${o.number}` : "the last order that failed"}>
          {named && (o.member ? <Who name={o.member} /> : <small>a former member</small>)}
          {o.role && named && <small>{o.role}</small>}
          <code title={o.text}>{brief(o.text)}</code>
          <span className={`badge ${o.state === "running" ? "found" : o.ended ? "none" : ""}`}>{o.state}{o.why ? `: ${o.why}` : ""}</span>
          {o.urgent && <span className="badge what">urgent</span>}
          <em>{o.ago.toFixed(1)}s{o.ended ? " ago" : ""}{o.left ? `, ${o.left.toFixed(1)}s left` : ""}</em>
        </li>
      ))}
    </ul>
  );
}

/** The part of a character in its squad. */
export function MemberPane({ member }: { member: Membership }) {
  const head = <><Who name={member.squad} /><b>{member.role || "without a role"}</b></>;
  return (
    <Section id="member" title="Member of" head={head}>
      {member.orders && <Orders orders={member.orders} />}
      {member.duty && <p>carries out <code>{brief(member.duty)}</code></p>}
      {member.holds && <p className="holds">holds {member.holds.map((h) => <span key={h} className="badge found">{h}</span>)}</p>}
      {member.waits && <p className="holds">waits for {member.waits.map((h) => <span key={h} className="badge what">{h}</span>)}</p>}
      {member.mates.length > 0 && <p className="mates">with {member.mates.map((n) => <Who key={n} name={n} />)}</p>}
    </Section>
  );
}
