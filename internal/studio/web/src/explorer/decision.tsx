import { useMoment } from "../state/moment";
import { go, useAddress } from "../state/address";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { Contenders } from "./contenders";
import { Explorer } from "./explorer";

/** A decision taken apart: everything that competes for control of a character, or the search for one of its plans. */
export function Decision() {
  const { opened, frame } = useStudio();
  const at = useAddress();
  const moment = useMoment();
  const planning = at.of === "planning" || (at.of === undefined && (at.plan ?? at.k ?? at.level ?? at.goal) !== undefined);
  // Where nothing but plan lines decides, it is their planning that is looked at, and whether that is so is asked once.
  const once = at.of !== "all";
  const question = at.agent && !planning ? ({ op: "decision", agent: at.agent, file: opened?.file, tick: moment.tick } as const) : undefined;
  const plain = useQuery(once ? question : undefined, frame?.run, 400);
  const lines = plain.data?.choices.length && plain.data.choices.every((c) => c.by === "plan lines");
  const all = at.of === "all" || (!planning && !!plain.data && !lines);
  const { data, error } = useQuery(all ? question : undefined, moment.version, 250);
  const tab = (of: string, title: string, about: string, on: boolean) => (
    <button role="tab" aria-selected={on} className={on ? "tab on" : "tab"} title={about} onClick={() => go({ of, plan: undefined, level: undefined, goal: undefined, k: undefined })}>{title}</button>
  );
  const tabs = (
    <nav className="tabs" role="tablist">
      {tab("all", "Everything that decides", "reactions, orders, wants, goals, plan lines, trees, layers and roles, in order of precedence", all)}
      {tab("planning", "Planning", "how a plan was found, step by step", !all)}
    </nav>
  );
  if (all) return <Contenders d={data ?? plain.data} error={error} tabs={tabs} />;
  if (!planning && at.agent && !lines && !plain.error && !plain.data) return <p className="empty">…</p>;
  return <Explorer tabs={tabs} />;
}
