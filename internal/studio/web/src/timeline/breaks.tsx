import { useMemo, useState } from "react";
import type { Finding } from "../net/wire";
import { useAddress } from "../state/address";
import { removeBreak, setBreak, useNotes } from "../state/notes";
import { useStudio } from "../state/studio";

/** Where the simulation pauses: a list with counts, and a line to write one. */
export function Breaks() {
  const { breaks } = useNotes();
  const { opened } = useStudio();
  const { agent } = useAddress();
  const [text, setText] = useState("");
  const [whose, setWhose] = useState("all");
  const [wrong, setWrong] = useState<Finding[]>([]);
  const o = opened?.outline;
  const names = useMemo(() => {
    const list = [...(o?.operators ?? []).map((op) => op.name), ...(o?.tasks ?? []).flatMap((t) => [t.name, ...t.methods.map((m) => `${t.name}/${m.name}`)]), ...(o?.goals ?? []), ...(o?.symbols ?? []).filter((s) => s.type === "bool" && s.params === 0).map((s) => s.name)];
    return [...new Set(list)];
  }, [o]);
  const add = async () => {
    if (!text.trim()) return;
    const findings = await setBreak({ name: text.trim(), ...(whose === "one" && agent && { agent }), ...(whose !== "one" && whose !== "all" && { of: whose }) });
    setWrong(findings);
    if (findings.length === 0) setText("");
  };
  return (
    <>
      <form className="filters" onSubmit={(e) => (e.preventDefault(), void add())}>
        <input list="breaknames" value={text} placeholder="operator, task/method, goal, action, or a condition: ammo == 0" aria-label="new breakpoint" onChange={(e) => (setText(e.target.value), setWrong([]))} />
        <datalist id="breaknames">{names.map((n) => <option key={n} value={n} />)}</datalist>
        <select value={whose} onChange={(e) => setWhose(e.target.value)} aria-label="of whom">
          <option value="all">any character</option>
          {agent && <option value="one">{agent}</option>}
          {(o?.agents ?? []).map((k) => <option key={k} value={k}>all {k}</option>)}
        </select>
        <button className="mini strong">add</button>
      </form>
      {wrong.map((f, i) => <Wrong key={i} f={f} text={text} />)}
      <ol className="log breaks" data-testid="breaks">
        {breaks.map((b) => (
          <li key={b.id} className={b.fault ? "gone" : ""} title={b.fault}>
            <button className={b.off ? "dot set off" : "dot set"} aria-pressed={!b.off} aria-label={b.off ? `pause at ${b.name}` : `pass over ${b.name}`} title={b.off ? "on" : "off"} onClick={() => void setBreak({ ...b, off: !b.off })} />
            <em>{b.kind}</em>
            <code>{b.kind === "node" ? `${b.name}: ${b.label}` : b.name}</code>
            <span className="quiet">{b.fault ?? b.agent ?? (b.of && `all ${b.of}`)}</span>
            <span className="gap" />
            <span className="count" title="how often it was reached">{b.hits}×</span>
            <button className="icon" onClick={() => void removeBreak(b.id)} aria-label={`remove ${b.name}`}>×</button>
          </li>
        ))}
        {breaks.length === 0 && <li className="empty">The dots in the tree, domain and plan set breakpoints; or write one above. A condition pauses when it becomes true.</li>}
      </ol>
      {breaks.length > 1 && <p className="more"><button className="mini" onClick={() => void removeBreak(0)}>remove all</button></p>}
    </>
  );
}

/** A mistake in a condition, with its place. */
function Wrong({ f, text }: { f: Finding; text: string }) {
  const from = Math.max(0, f.col - 1);
  const to = Math.max(from + 1, f.endLine === f.line ? f.endCol - 1 : text.length);
  return (
    <p className="wrong" data-testid="wrong">
      <code>{text.slice(0, from)}<mark>{text.slice(from, to) || "␣"}</mark>{text.slice(to)}</code>
      <span>{f.message}{f.hint ? `; ${f.hint}` : ""}</span>
    </p>
  );
}
