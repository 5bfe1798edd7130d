import { useMemo } from "react";
import type { Count, Coverage, DomainBox } from "../net/wire";
import { go } from "../state/address";
import { neverChosen, short, countsOf } from "./counts";
import type { Shape } from "./shape";

/** How many of a list are shown. */
const most = 60;

interface Props {
  shape: Shape;
  coverage?: Coverage;
  find: string;
  found: DomainBox[];
  chosen?: { id: string; line: number };
  jump: (id: string, line?: number) => void;
  clear: () => void;
}

/** Beside the graph: the results of the search, details of the selection, or the parts that were never chosen and those rejected most. */
export function Side(p: Props) {
  const box = p.chosen && p.shape.boxes.get(p.chosen.id);
  return (
    <aside className="domainside" aria-label="about the domain">
      {p.find && <Found {...p} />}
      {box ? <About {...p} box={box} line={p.chosen!.line} /> : <Overview {...p} />}
    </aside>
  );
}

function Found({ found, jump }: Props) {
  return (
    <section className="pane">
      <div className="head">Found <b>{found.length}</b></div>
      <ul className="names">
        {found.slice(0, most).map((b) => <Name key={b.id} box={b} line={-1} jump={jump} />)}
      </ul>
    </section>
  );
}

function Name({ box, line, jump, n }: { box: DomainBox; line: number; jump: Props["jump"]; n?: number }) {
  const l = box.lines?.[line];
  return (
    <li>
      <button onClick={() => jump(box.id, line)} title={l ? `${box.title}\n${l.name}\n${l.note ?? ""}` : box.title}>
        <small>{l?.kind ?? box.kind}</small> <span>{l ? <><i>{box.name}</i> {l.name}</> : box.title}</span>
        {n !== undefined && <b>{short(n)}</b>}
      </button>
    </li>
  );
}

function Overview({ shape, coverage, jump }: Props) {
  const { never, worst } = useMemo(() => {
    const never: { box: DomainBox; line: number }[] = [];
    const worst: { box: DomainBox; line: number; n: number }[] = [];
    if (coverage) {
      for (const box of shape.boxes.values()) {
        for (const line of neverChosen(box, coverage)) if (box.kind !== "task" && box.kind !== "node" || line >= 0) never.push({ box, line });
        for (let line = -1; line < (box.lines?.length ?? 0); line++) {
          const n = countsOf(coverage, box.id, line)?.rejected ?? 0;
          if (n > 0) worst.push({ box, line, n });
        }
      }
    }
    return { never, worst: worst.sort((a, b) => b.n - a.n).slice(0, 8) };
  }, [shape, coverage]);
  return (
    <>
      <section className="pane">
        <div className="head">Rejected most</div>
        {worst.length === 0 && <p className="quiet">nothing yet</p>}
        <ul className="names">{worst.map((w) => <Name key={`${w.box.id}/${w.line}`} {...w} jump={jump} />)}</ul>
      </section>
      <section className="pane" data-testid="never">
        <div className="head">Never chosen in this run <b>{never.length}</b></div>
        <ul className="names">
          {never.slice(0, most).map((w) => <Name key={`${w.box.id}/${w.line}`} {...w} jump={jump} />)}
        </ul>
        {never.length > most && <p className="quiet">… and {never.length - most} more</p>}
      </section>
    </>
  );
}

function About({ shape, coverage, box, line, jump, clear }: Props & { box: DomainBox; line: number }) {
  const l = box.lines?.[line];
  const w = countsOf(coverage, box.id, line);
  const unique = (ids: string[]) => [...new Set(ids)].flatMap((id) => shape.boxes.get(id) ?? []);
  const users = unique(shape.into.get(box.id)!.map((e) => e.from));
  const calls = unique(shape.out.get(box.id)!.filter((e) => line < 0 || e.out === line).map((e) => e.to));
  return (
    <section className="pane about" data-testid="about">
      <div className="head">
        {l ? `${l.kind} of ${box.name}` : box.kind}
        <span className="gap" />
        <button className="icon" onClick={clear} aria-label="nothing selected">×</button>
      </div>
      <h2>{l?.name ?? box.title}</h2>
      {(l ? l.note : box.note) && <p className="code">{l ? l.note : box.note}</p>}
      <div className="buttons">
        <button className="mini" onClick={() => go({ view: "text", src: l?.file ?? box.file, line: l?.line ?? box.line })}>to the text</button>
        <button className="mini" onClick={() => go({ root: box.id })}>only from here</button>
      </div>
      <Numbers title={w && w.tried > 0 ? `tried ${w.tried}, rejected ${w.rejected}` : "nothing has happened to it in this run"} list={w?.facts} />
      {w?.reasons && <Numbers title="Why it was rejected" list={w.reasons} bad />}
      <Names title="Where it is used" list={users} jump={jump} />
      <Names title="Leads to" list={calls} jump={jump} />
    </section>
  );
}

function Numbers({ title, list, bad }: { title: string; list?: Count[]; bad?: boolean }) {
  const top = Math.max(1, ...(list ?? []).map((c) => c.n));
  return (
    <>
      <div className="head">{title}</div>
      <ul className={bad ? "numbers bad" : "numbers"}>
        {list?.map((c) => (
          <li key={c.text} title={`${c.text}: ${c.n}`}>
            <span className={bad ? "code" : undefined}>{c.text}</span>
            <b>{c.n}</b>
            {bad && <span className="bar"><i style={{ width: `${(100 * c.n) / top}%` }} /></span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Names({ title, list, jump }: { title: string; list: DomainBox[]; jump: Props["jump"] }) {
  if (list.length === 0) return null;
  return (
    <>
      <div className="head">{title} <b>{list.length}</b></div>
      <ul className="names">{list.slice(0, most).map((b) => <Name key={b.id} box={b} line={-1} jump={jump} />)}</ul>
    </>
  );
}
