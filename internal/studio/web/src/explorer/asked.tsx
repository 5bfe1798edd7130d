import type { Setting } from "../net/wire";
import { settings } from "../state/fork";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { AsTest } from "./astest";
import { Copy } from "./copy";
import { Fork } from "./fork";

/** A kind of question beside why not. */
export interface Kind {
  ask: string;
  title: string;
  hint: string;
  /** it is about something that has a name */
  named: boolean;
}

export const kinds: Kind[] = [
  { ask: "why", title: "why", hint: "why it does what it does", named: false },
  { ask: "what would", title: "what would it take", hint: "method, operator, want, node …   ( / )", named: true },
  { ask: "what if", title: "what if", hint: "money = 5, hungry = false", named: true },
  { ask: "who made", title: "who made it so", hint: "money, visible(kane) …", named: true },
  { ask: "what changed", title: "what changed", hint: "since the last planning, or between the last two decisions", named: false },
];

/** The answer to a question of any kind, of the moment that is shown: the text that the command line prints. */
export function Asked({ kind, about, agent, tick }: { kind: Kind; about?: string; agent: string; tick?: number }) {
  const { opened, frame } = useStudio();
  const what: { sets?: Setting[]; name?: string } = kind.ask === "what if" ? { sets: settings(about ?? "") } : kind.named && about ? { name: about } : {};
  const { data, error } = useQuery({ op: "ask", ask: kind.ask, agent, file: opened?.file, ...what, ...(tick !== undefined && { tick }) }, `${frame?.run}/${tick === undefined ? frame?.tick : ""}`, 400);
  if (error) return <p className="fault">{error}</p>;
  if (!data) return null;
  return (
    <div className="answer" data-testid="asked">
      <pre>{data.text}</pre>
      <Copy text={data.text} />
      <AsTest question={{ op: "astest", agent, file: opened?.file, on: true, ...(what.sets && { sets: what.sets }), ...(tick !== undefined && { tick }) }} what="write what the agent decides as a test" />
      {what.sets && <Fork key={`${agent} ${about} ${tick}`} agent={agent} sets={what.sets} tick={tick} />}
    </div>
  );
}
