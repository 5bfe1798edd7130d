import { useEffect, useMemo, useRef, useState } from "react";
import { Asked, kinds } from "./asked";
import { AsTest } from "./astest";
import { Copy } from "./copy";
import type { Setting, WhyNotCase } from "../net/wire";
import { go, useAddress } from "../state/address";
import { isTyping } from "../state/keys";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { brief } from "../parts/value";

/** Answers why something is not in the plan, or is not running, at the displayed moment; without a tick, at present. */
export function Why({ agent, tick, planned, level, goal, sets, tuned }: { agent?: string; tick?: number; planned?: number; level: number; goal?: string; sets: Setting[]; tuned: Setting[] }) {
  const { opened, frame } = useStudio();
  const { why, ask } = useAddress();
  const kind = kinds.find((k) => k.ask === ask);
  const [text, setText] = useState(why ?? "");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setText(why ?? ""), [why]);
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key !== "/" || isTyping(e)) return;
      e.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const names = useMemo(() => {
    const o = opened?.outline;
    return [...(o?.tasks ?? []).flatMap((t) => [t.name, ...t.methods.map((m) => `${t.name}/${m.name}`)]), ...(o?.operators ?? []).map((op) => op.name), ...(o?.goals ?? []), ...(o?.trees ?? [])];
  }, [opened]);
  const { data, error } = useQuery(
    why && agent && !kind ? { op: "whynot", agent, file: opened?.file, name: why, level, ...(goal && { text: goal }), ...(tick !== undefined && { tick }), ...(planned !== undefined && { plan: planned }), ...(sets.length > 0 && { sets }), ...(tuned.length > 0 && { tuned }) } : undefined,
    `${frame?.run}/${tick === undefined ? frame?.tick : ""}`,
    400,
  );
  const cases = useMemo(() => alike(data?.cases ?? []), [data]);
  return (
    <div className="pane whynot">
      <form
        onSubmit={(e) => {
          e.preventDefault();
          go({ why: text.trim() || undefined });
          input.current?.blur();
        }}
      >
        <select value={kind?.ask ?? ""} onChange={(e) => go({ ask: e.target.value || undefined })} aria-label="question">
          <option value="">why not</option>
          {kinds.map((k) => <option key={k.ask} value={k.ask}>{k.title}</option>)}
        </select>
        <input ref={input} list="names" value={text} placeholder={kind ? kind.hint : "method, operator, want, node …   ( / )"} onChange={(e) => setText(e.target.value)} aria-label="why not" />
        {why && <button type="button" className="icon" onClick={() => go({ why: undefined })} aria-label="clear">×</button>}
        <datalist id="names">{names.map((n) => <option key={n} value={n} />)}</datalist>
      </form>
      {kind && agent && (why || !kind.named) && <Asked kind={kind} about={why} agent={agent} tick={tick} />}
      {why && error && <p className="fault">{error}</p>}
      {why && data && data.name && (
        <div className="answer" data-testid="whynot">
          <p className={data.verdict === "in plan" ? "yes" : "no"} data-verdict={data.verdict}>{brief(data.summary)}</p>
          <ul>
            {cases.slice(0, 12).map((same, i) => (
              <li key={i} className="case">
                {same[0]!.text !== data.summary && brief(same[0]!.text)}
                {(same[0]!.later ?? []).map((l, i) => <span key={i} className="later">{brief(l)}</span>)}
                {same.length > 1 && <span className="later">the same for {same.slice(1).map((c) => argument.exec(c.text)![1]).join(", ")}</span>}
              </li>
            ))}
          </ul>
          <details>
            <summary>all of it</summary>
            <pre data-testid="whole" data-code={data.code}>{data.text}</pre>
          </details>
          <Copy text={data.text} />
          {agent && tuned.length === 0 && <AsTest question={{ op: "astest", agent, file: opened?.file, on: true, name: why, ...(tick !== undefined && { tick }), ...(sets.length > 0 && { sets }) }} what="write what the agent decides instead as a test" />}
          {cases.length > 12 && <p className="quiet">and {cases.length - 12} more times</p>}
        </div>
      )}
    </div>
  );
}

/** What the first subject of a case is about: kill(cautious_one#2) of a want, a binding, an order. */
const argument = /\(([\w#, ]+)\)/;

/** Cases that differ only in what they are about are told once. */
function alike(cases: WhyNotCase[]): WhyNotCase[][] {
  const groups = new Map<string, WhyNotCase[]>();
  for (const c of cases) {
    const text = argument.test(c.text) ? `${c.text.replace(argument, "()")}\n${(c.later ?? []).join("\n")}` : `${groups.size}`;
    groups.set(text, [...(groups.get(text) ?? []), c]);
  }
  return [...groups.values()];
}
