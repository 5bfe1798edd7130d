import { useMemo, useState } from "react";
import type { OutlineSymbol, Present, Setting } from "../net/wire";
import { useAddress } from "../state/address";
import { askFork, beginFork, settings, spans, type Change } from "../state/fork";
import { seconds, useMoment } from "../state/moment";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { draftOf } from "../text/drafts";
import { Constants } from "./constants";
import { useEscape } from "./escape";

/** Asks what shall be otherwise on the second side of a fork of the shown moment, and runs both. */
export function ForkSheet({ members }: { members: Present[] }) {
  const { opened, frame } = useStudio();
  const { agent } = useAddress();
  const moment = useMoment();
  const [who, setWho] = useState(agent ?? "");
  const [text, setText] = useState("");
  const [personality, setPersonality] = useState("");
  const [x, setX] = useState("");
  const [y, setY] = useState("");
  const [tuned, setTuned] = useState<Setting[]>([]);
  const [file, setFile] = useState("");
  const [span, setSpan] = useState(60);
  const constants = useQuery(opened && { op: "constants", file: opened.file }, opened?.frame.run).data ?? [];
  const kind = members.find((m) => m.name === who)?.kind ?? "";
  const personalities = opened?.outline.personalities?.[kind] ?? [];
  const drafts = useMemo(() => (opened?.files ?? []).filter((f) => draftOf(opened!.file, f)), [opened]);
  useEscape(() => askFork(false));
  const begin = () => {
    const change: Change = {};
    if (who) change.agent = who;
    if (text.trim()) change.sets = settings(text);
    if (tuned.length > 0) change.tuned = tuned;
    if (who && personality && personalities.includes(personality)) change.personality = personality;
    if (who && x.trim() && y.trim()) change.at = [Number(x), Number(y)];
    if (file) [change.file, change.text] = [file, draftOf(opened!.file, file)?.text ?? ""];
    void beginFork(change, span, moment.tick);
  };
  const suppose = (name: string, value?: string) => setTuned((list) => [...list.filter((t) => t.name !== name), ...(value === undefined ? [] : [{ name, value }])]);
  const scopes = who ? ["agent", "squad", "world"] : ["world"];
  return (
    <div className="veil" onClick={() => askFork(false)}>
      <form className="sheet forksheet" role="dialog" aria-label="fork" onClick={(e) => e.stopPropagation()} onSubmit={(e) => (e.preventDefault(), begin())}>
        <h2>Run twice from {seconds(moment.shown, frame?.tps ?? 10)}</h2>
        <p className="quiet">Both sides go on from this moment: one as it is, one with the changes below. The run itself stays as it is.</p>
        <label><span>of whom</span>
          <select value={who} onChange={(e) => setWho(e.target.value)} aria-label="of whom">
            {members.map((m) => <option key={m.name}>{m.name}</option>)}
            <option value="">the world</option>
          </select>
        </label>
        <label><span>values</span>
          <input autoFocus value={text} onChange={(e) => setText(e.target.value)} placeholder={example(opened?.outline.symbols ?? [])} aria-label="values" list="forkcells" />
          <datalist id="forkcells">{opened?.outline.symbols.filter((s) => scopes.includes(s.scope)).map((s) => <option key={s.name} value={`${s.name}${s.params ? "()" : ""} = `}>{s.type} of {s.scope}</option>)}</datalist>
        </label>
        {personalities.length > 0 && (
          <label><span>personality</span>
            <select value={personality} onChange={(e) => setPersonality(e.target.value)} aria-label="personality">
              <option value="">as it is</option>
              {personalities.map((p) => <option key={p}>{p}</option>)}
            </select>
          </label>
        )}
        {who && opened?.movable && !opened.record && (
          <div className="place"><span>place</span>
            <input type="number" step="any" value={x} onChange={(e) => setX(e.target.value)} placeholder="x" aria-label="place, x in metres" />
            <input type="number" step="any" value={y} onChange={(e) => setY(e.target.value)} placeholder="y" aria-label="place, y in metres" />
            <span className="quiet">metres, as under the map</span>
          </div>
        )}
        {drafts.length > 0 && (
          <label><span>program</span>
            <select value={file} onChange={(e) => setFile(e.target.value)} aria-label="program">
              <option value="">as it is saved</option>
              {drafts.map((f) => <option key={f} value={f}>with the unsaved text of {f}</option>)}
            </select>
          </label>
        )}
        {constants.length > 0 && (
          <details open={tuned.length > 0}>
            <summary>constants{tuned.length > 0 && `: ${tuned.map((t) => `${t.name} = ${t.value}`).join(", ")}`}</summary>
            <Constants list={constants} values={new Map(tuned.map((t) => [t.name, t.value]))} change={suppose} />
          </details>
        )}
        <p className="choices">
          <label>for{" "}
            <select value={span} onChange={(e) => setSpan(Number(e.target.value))} aria-label="how long both sides run">
              {spans.map((s) => <option key={s} value={s}>{s} s</option>)}
            </select>
          </label>
          <span className="gap" />
          <button type="button" className="mini" onClick={() => askFork(false)}>cancel</button>
          <button className="mini strong">run both from here</button>
        </p>
      </form>
    </div>
  );
}

/** Values that this program could be given. */
function example(symbols: OutlineSymbol[]): string {
  const own = symbols.filter((s) => s.scope === "agent" && s.params === 0);
  const [number, flag] = [own.find((s) => /^(int|float)/.test(s.type)), own.find((s) => s.type === "bool")];
  return [number && `${number.name} = 1`, flag && `${flag.name} = true`].filter(Boolean).join(", ") || "name = value, name = value";
}
