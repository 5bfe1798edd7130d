import { useEscape } from "../parts/escape";
import { brief } from "../parts/value";
import { go } from "../state/address";
import { useMoment } from "../state/moment";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";

/** What was asked about in the world: a character, item or place, and where its card goes, in pixels. */
export interface Pointed {
  name: string;
  x: number;
  y: number;
  /** Of what is shown of the world, which the card does not leave. */
  height: number;
}

/** How far a card is from the pointer, and how high the line above the picture is, in pixels. */
const away = 18;
const caption = 30;

/** Where a card stands that is above or below the pointer, and is never cut. */
export function beside(y: number, height: number) {
  const [above, below] = [y + caption - away, y + caption + away];
  return y > height / 2 ? { bottom: `calc(100% - ${above}px)`, maxHeight: above } : { top: below, maxHeight: `calc(100% - ${below}px)` };
}

/** Why the selected character does nothing about something in the world, and the smallest change that would make it. */
export function WhyThis({ agent, at, close }: { agent: string; at: Pointed; close: () => void }) {
  const { opened } = useStudio();
  const moment = useMoment();
  const { data, error } = useQuery({ op: "whynot", agent, file: opened?.file, name: at.name, level: 0, tick: moment.tick }, `${moment.version}/${at.name}`, 400);
  const would = useQuery(data && !data.inPlan ? { op: "ask", ask: "what would", agent, file: opened?.file, name: at.name, tick: moment.tick } : undefined, `${moment.version}/${at.name}`, 1000);
  useEscape(close);
  const remedy = would.data?.remedies?.[0];
  return (
    <div className="whythis" role="dialog" aria-label={`why not ${at.name}`} data-testid="whythis" style={{ left: at.x, ...beside(at.y, at.height) }}>
      <div className="head">
        <span>{agent}: why not <b>{at.name}</b>?</span>
        <span className="gap" />
        <button className="icon" onClick={close} aria-label="close">×</button>
      </div>
      {error && <p className="fault">{error}</p>}
      {data && <p className={data.inPlan ? "yes" : "no"} data-verdict={data.verdict}>{brief(data.brief[0] ?? data.summary)}</p>}
      {data?.brief.slice(1, 4).map((text, i) => <p key={i} className="quiet">{brief(text)}</p>)}
      {data && !data.inPlan && <p className="would" data-testid="would">{would.error ?? (would.data ? (remedy ? `It would take: ${brief(remedy)}, if nothing else changes.` : "No change of one or two values was found that would make it so.") : "looking for the smallest change …")}</p>}
      <button className="mini" onClick={() => go({ view: "decision", why: at.name, ask: undefined })}>all of the answer</button>
    </div>
  );
}
