import { createContext, memo, useContext } from "react";
import type { Found } from "../text/editor";
import type { Sketched } from "../net/wire";
import { LampsOf } from "./lamps";
import { grouped, offstage } from "./parts";
import { TextCurves } from "./curves";
import { LensHead, Considered, WantBar } from "./brainlens";
import { Members, RoleCells } from "./squadlens";

/** What items of the canvas need besides what they show. */
export interface Around {
  findings: Map<string, Found[]>;
  readonly: boolean;
}

export const AroundContext = createContext<Around>({ findings: new Map(), readonly: false });

const names: Record<string, string> = { declaration: "declaration", method: "method", subtask: "subtask", node: "node", step: "step", symbol: "symbol", line: "line" };

/** A place where something can be inserted or dropped. */
export function Gap({ takes, before, after, into, parent, wide }: { takes: string; before?: string; after?: string; into?: string; parent: string; wide?: boolean }) {
  if (useContext(AroundContext).readonly) return null;
  const data = { "data-takes": takes, "data-before": before, "data-after": after, "data-into": into, "data-parent": parent };
  // Those between statements are for the mouse, and there are thousands: their names are made when it comes near.
  if (!wide) return <div className="slot" {...data} />;
  const what = names[takes] ?? "line";
  return <button className="slot wide" tabIndex={-1} {...data} title={`insert a ${what}`} aria-label={`insert a ${what}${parent ? ` in ${parent}` : ""}`}>{`+ ${what}`}</button>;
}

/** Names the slot that the mouse is over. */
export function nameSlot(t: HTMLElement) {
  const slot = t.closest<HTMLElement>(".slot");
  if (slot && !slot.title) slot.title = `insert a ${names[slot.dataset.takes!] ?? "line"}`;
}

function Badge({ path }: { path: string }) {
  const list = useContext(AroundContext).findings.get(path);
  if (!list) return null;
  const error = list.some((f) => f.severity === "error");
  return <button className={error ? "flag error" : "flag"} tabIndex={-1} data-flag={path} title={list.map((f) => f.message + (f.hint ? `\n${f.hint}` : "")).join("\n")} aria-label={`${list.length} findings`}>{error ? "✕" : "!"}{list.length > 1 ? list.length : ""}</button>;
}

/** A line of the language, its first word set apart. */
function Code({ text, off }: { text: string; off?: boolean }) {
  const at = /^[a-z_]+/.exec(text)?.[0].length ?? 0;
  return <code className={off ? "off" : undefined}><b>{text.slice(0, at)}</b>{text.slice(at)}</code>;
}

function Clauses({ part }: { part: Sketched }) {
  return part.clauses?.map((c, i) => (
    <button key={`${c.word}${i}`} className="clause" tabIndex={-1} data-clause={c.word} title={`${c.text}\nedit`}>
      <Code text={c.text} /> <LampsOf part={part} clause={c.text} />
    </button>
  ));
}

/** Statements of a body, those in a frame with its title. */
export function Framed({ list, className = "", draw }: { list: Sketched[]; className?: string; draw: (p: Sketched) => React.ReactNode }) {
  return grouped(list).map((g) => g.title === undefined ? draw(g.list[0]!) : (
    <div key={`frame ${g.list[0]!.path}`} className={`frame ${className}`} role="group" aria-label={`frame ${g.title}`}>
      <button className="title" tabIndex={-1} data-frame={g.list[0]!.path} title={`${g.title}\nselect, and rename with g`}>{g.title}</button>
      {g.list.map(draw)}
    </div>
  ));
}

/** How many statements, and findings, a collapsed statement holds. */
function Closed({ part }: { part: Sketched }) {
  const { findings } = useContext(AroundContext);
  const wrong = [...findings].filter(([path]) => path !== part.path && inside(part, path)).flatMap(([, list]) => list);
  const error = wrong.some((f) => f.severity === "error");
  return (
    <>
      <button className="more" tabIndex={-1} data-open={part.path} title="expand (f)" aria-label={`expand: ${count(part)} statements within`}>▸ {count(part)}</button>
      {wrong.length > 0 && <span className={error ? "flag error" : "flag"} title={wrong.map((f) => f.message).join("\n")}>{error ? "✕" : "!"}{wrong.length > 1 ? wrong.length : ""}</span>}
    </>
  );
}

const inside = (p: Sketched, path: string): boolean => (p.lines ?? []).some((l) => l.path === path || inside(l, path));
const count = (p: Sketched): number => (p.lines ?? []).reduce((n, l) => n + 1 + count(l), 0);

/** Lines whose clauses are edited one by one. */
const apart = new Set(["want", "role", "consider", "token", "slot"]);

function Curves({ part }: { part: Sketched }) {
  return <TextCurves part={part} readonly={useContext(AroundContext).readonly} />;
}

/** The lines in the braces of a statement, with the slots between them. */
function Lines({ part, className }: { part: Sketched; className: string }) {
  if (part.closed) return <div className="shut"><Closed part={part} /></div>;
  return <Open part={part} className={className} />;
}

function Open({ part, className }: { part: Sketched; className: string }) {
  const takes = part.takes!;
  const lines = part.lines ?? [];
  const bodies = [...new Set([0, ...lines.map((l) => l.body ?? 0)])];
  return bodies.map((b) => {
    const list = lines.filter((l) => (l.body ?? 0) === b);
    return (
      <div key={b} className={className} data-body={b}>
        <Framed list={list} draw={(l) => (
          <div key={l.path} className="place" style={offstage(l, list.length)}>
            {!part.broken && <Gap takes={takes} before={l.path} parent={part.path} />}
            <Item part={l} />
          </div>
        )} />
        {!part.broken && (list.length > 0 ? <Gap takes={takes} after={list.at(-1)!.path} parent={part.path} wide /> : b === 0 && <Gap takes={takes} into={part.path} parent={part.path} wide />)}
      </div>
    );
  });
}

/** A statement with everything in its braces. */
export const Item = memo(function Item({ part, at }: { part: Sketched; at?: number }) {
  const props = { "data-path": part.path, "data-group": part.group, role: "treeitem", "aria-label": part.head, title: part.remark ? `${part.head}\n\n${part.remark}` : part.head } as const;
  switch (part.group) {
    case "node":
      return (
        <div className="branch">
          <div className={`item bt of-${part.takes ? "composite" : "leaf"} ${part.off ? "off" : ""}`} {...props}>
            <Code text={part.head} off={part.off} /><LampsOf part={part} /><Badge path={part.path} />
            {part.curves && <Curves part={part} />}
          </div>
          {part.takes && <Lines part={part} className="kids" />}
        </div>
      );
    case "method":
      return (
        <div className="item method" {...props}>
          <div className="row"><i className="order" /><b className="title">{part.name || part.head}</b><Badge path={part.path} /></div>
          {part.clauses && <div className="clauses"><Clauses part={part} /></div>}
          {part.curves && <Curves part={part} />}
          {part.takes && <Lines part={part} className="chips" />}
        </div>
      );
    case "subtask":
    case "step":
      return part.takes ? (
        <div className="item bracket" {...props}><div className="row"><Code text={part.head} /><Badge path={part.path} /></div><Lines part={part} className="chips" /></div>
      ) : (
        <div className="item chip" {...props}><Code text={part.head} /><Badge path={part.path} /></div>
      );
    case "declaration":
      return (
        <section className={`item card of-${part.kind} ${part.broken ? "broken" : ""}`} {...props} data-index={at}>
          <div className="row head"><Code text={part.head} /><span className="gap" /><Badge path={part.path} /></div>
          {part.remark && <p className="remark">{part.remark.replace(/(\S)\n(?=[^\s\-*])/g, "$1 ")}</p>}
          {part.broken && <p className="stale">It has a mistake. Below is how it was read last.</p>}
          {(part.kind === "brain" || part.kind === "squad") && <LensHead part={part} />}
          {part.kind === "squad" && <Members part={part} />}
          {part.takes && <Lines part={part} className={part.takes === "node" ? "kids root" : "lines"} />}
        </section>
      );
  }
  return (
    <div className={`item line kind-${part.kind}`} {...props}>
      <div className="row">
        {apart.has(part.kind) && part.clauses ? <><Code text={part.head.slice(0, part.clauses[0]!.start - part.start).trimEnd()} /><span className="clauses"><Clauses part={part} /></span></> : <><Code text={part.head} /><LampsOf part={part} /></>}
        <Badge path={part.path} />
        {part.kind === "consider" && <Considered path={part.path} />}
      </div>
      {part.kind === "role" && <RoleCells part={part} />}
      {part.kind === "want" && <WantBar path={part.path} />}
      {part.curves && <Curves part={part} />}
      {part.takes && <Lines part={part} className={part.takes === "subtask" || part.takes === "step" ? "chips" : "lines"} />}
    </div>
  );
});
