import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Lane } from "../net/wire";
import { address, go, useAddress } from "../state/address";
import { isOther, mark as ghostMark, ownerOf, useFork } from "../state/fork";
import { isTyping } from "../state/keys";
import { seconds } from "../state/moment";
import { bookmarkAt, clip, setBookmark, shownTick, toMoment, useNotes } from "../state/notes";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { ForkBar } from "./forkbar";
import { place, whatIsAt, type LanePlace } from "./layout";
import { paint } from "./painter";
import { Panel, type Tab } from "./panel";
import { head, left, longest, shortest, spanOf, ticksOf, tickOf, xOf } from "./span";
import { brief } from "../parts/value";

/** How many seconds are shown without anything said: as many as there are, except for some steps. */
const usual = [15, 30, 60];
/** How many lanes of a few characters keep their order; of more the chosen and the pinned come first. */
const few = 12;
/** The least time between two questions for the lanes, in ms. */
const least = 400;
/** The height of the bar of controls over the lanes of a strip. */
const barHeight = 22;

/** The timeline: a lane for each character, below the views, or with full as a view of its own. A click goes to that moment. */
export function Timeline({ agents, kinds, full = false }: { agents: string[]; kinds: string[]; full?: boolean }) {
  const { frame, opened } = useStudio();
  const at = useAddress();
  const { agent, tick } = at;
  const { bookmarks } = useNotes();
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 1000, height: 100 });
  const [top, setTop] = useState(0);
  const [end, setEnd] = useState<number>(); // where the stretch that is shown ends, when it does not follow
  const [hover, setHover] = useState<{ x: number; y: number; tick: number; text?: string }>();
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [pinned, setPinned] = useState<ReadonlySet<string>>(new Set());
  const [find, setFind] = useState("");
  const [open, setOpen] = useState(full);
  const [tab, setTab] = useState<Tab>("events");
  const { fork, ghosts } = useFork();
  const [strip, setStrip] = useState(() => Number(localStorage.getItem("karakuri.strip")) || 128);
  const [noting, setNoting] = useState<number>(); // the tick that a note is being written on

  const tps = frame?.tps ?? 10;
  const now = frame?.tick ?? 0;
  const first = frame?.first ?? 0;
  const ended = opened?.record ? frame?.last : undefined;
  const last = fork ? Math.max(ended ?? now, fork.to) : ended; // the sides of a fork go on beyond the run
  const limit = last ?? now; // the last tick with events
  const width = at.span ?? usual.find((s) => s * tps >= limit) ?? usual.at(-1)!;
  const span = spanOf(width, tps, now, end, tick, last);

  const names = useMemo(() => {
    const found = find ? agents.filter((a) => a.toLowerCase().includes(find.toLowerCase()) || pinned.has(a)) : agents;
    if (found.length <= few && pinned.size === 0) return found;
    const front = found.filter((a) => pinned.has(a) || a === agent);
    return [...front, ...found.filter((a) => !front.includes(a))];
  }, [agents, agent, find, pinned]);

  const isOpen = (n: string) => folds.get(n) ?? (ownerOf(n) === agent && (full || !fork || !ghosts)); // the two lanes of a fork fit in a strip as single lines
  // Of a fork, the chosen one and all that differ have a second lane, with what they do with the change.
  const differ = useMemo(() => new Map(fork?.result?.agents.map((d) => [d.agent, d.tick])), [fork?.result]);
  const paired = useMemo(() => new Set(fork && ghosts ? names.filter((n) => n === agent || differ.has(n)) : []), [fork, ghosts, names, agent, differ]);
  const laned = useMemo(() => (paired.size > 0 ? names.flatMap((n) => (paired.has(n) ? [n, ghostMark + n] : [n])) : names), [names, paired]);
  // Which lanes are seen is found out with their heights as they were last; those that are asked for are these.
  const [known, setKnown] = useState<Map<string, Lane>>(new Map());
  const [sides, setSides] = useState<Map<string, Lane>>(new Map());
  const openNames = new Set(laned.filter(isOpen));
  const both = useMemo(() => (sides.size > 0 ? new Map([...known, ...sides]) : known), [known, sides]);
  const places = useMemo(() => place(laned, both, openNames), [laned, both, [...openNames].join()]); // eslint-disable-line react-hooks/exhaustive-deps
  const total = places.length > 0 ? places.at(-1)!.y + places.at(-1)!.height : 0;
  const seen = places.filter((p) => p.y + p.height >= top - 60 && p.y <= top + size.height + 60).slice(0, 100).map((p) => ownerOf(p.name));

  const quarter = Math.max(1, Math.round((width * tps) / 4));
  const from = Math.max(0, Math.floor((span.from - quarter / 2) / quarter) * quarter);
  const to = ended !== undefined ? Math.min(Math.ceil(span.to / quarter) * quarter, ended) : span.to >= now ? 0 : Math.ceil(span.to / quarter) * quarter;
  const { data } = useQuery(
    opened && seen.length > 0 ? { op: "lanes", file: opened.file, names: [...new Set(seen)], count: Math.min(1000, Math.max(100, size.width)), events: { from, ...(to > 0 && { to }) } } : undefined,
    `${frame?.run}/${ended === undefined && (to === 0 || to >= now) ? frame?.seq : "past"}`,
    least,
  );
  useEffect(() => {
    if (data) setKnown(new Map(data.lanes.map((l) => [l.agent, l])));
  }, [data]);

  // A recording, or a run that is not that far, has nothing after the fork to compare with: the side without the change stands there.
  const whole = fork && (ended !== undefined || now < fork.to);
  const pairs = [...new Set(seen)].filter((n) => paired.has(n)).slice(0, 50);
  const forked = useQuery(
    fork && !fork.error && pairs.length > 0 && fork.ran > 0 ? { op: "forklanes", file: opened?.file, names: pairs, count: Math.min(1000, Math.max(100, size.width)), events: { from } } : undefined,
    `${fork?.about}/${fork?.tick}/${fork?.ran}`,
    least,
  ).data;
  useEffect(() => {
    const list = fork && ghosts ? (forked?.lanes ?? []) : [];
    const end = fork ? fork.tick + fork.ran : 0;
    const closed = (l: Lane): Lane => ({ ...l, bars: l.bars.map((b) => (b.b < 0 ? { ...b, b: end, c: undefined } : b)) });
    setSides(new Map(list.filter((l) => whole || isOther(l.agent)).map((l) => [l.agent, closed(l)])));
  }, [forked, fork, ghosts, whole]);

  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => box.current && setSize({ width: box.current.clientWidth, height: box.current.clientHeight }));
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current) {
      paint(canvas.current, { span, lanes: places, top, now, last: ended, first, kept: data?.kept ?? 0, tick, agent, pinned, hover: hover?.tick, bookmarks, hit: frame?.hit?.tick, fork: fork && !fork.error ? { tick: fork.tick, first: fork.result?.first?.tick, differ } : undefined });
    }
  });
  useEffect(() => {
    const redraw = () => setHover(undefined);
    window.addEventListener("theme", redraw);
    return () => window.removeEventListener("theme", redraw);
  }, []);
  useEffect(() => setTop((t) => Math.max(0, Math.min(t, total - size.height + head))), [total, size.height]);
  const chosen = places.find((p) => p.name === agent);
  useEffect(() => {
    if (!chosen) return;
    const room = size.height - head;
    setTop((t) => (chosen.y < t ? chosen.y : Math.max(t, Math.min(chosen.y, chosen.y + chosen.height - room)))); // the chosen lane is in view
  }, [chosen?.name, chosen?.height, size.height]); // eslint-disable-line react-hooks/exhaustive-deps

  const zoom = (by: number, around?: number) => {
    const next = Math.min(longest, Math.max(shortest, Math.round(width * by) || 1));
    if (next === width) return;
    if (around !== undefined && (end !== undefined || around < span.to - (span.to - span.from) * 0.15)) setEnd(around + ((span.to - around) * next) / width);
    go({ span: next }, true);
  };
  const pan = (ticks: number) => {
    const to = Math.max(span.to - span.from, span.to + ticks);
    setEnd(ended === undefined && to >= now && !fork ? undefined : Math.min(to, limit + (span.to - span.from) / 2));
  };
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (isTyping(e) || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === "b") {
        e.preventDefault();
        mark();
      } else if (e.key === "d") keepClip();
      else if (e.key === "e") setOpen((o) => !o);
      else if (e.key === "l") setEnd(undefined);
      else if (e.key === "Z") zoom(0.5, tick ?? now);
      else if (e.key === "z") zoom(2, tick ?? now);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
  useEffect(() => {
    const wheel = (e: WheelEvent) => {
      e.preventDefault();
      const r = canvas.current!.getBoundingClientRect();
      const x = e.clientX - r.left;
      if (x < left) setTop((t) => Math.max(0, Math.min(t + e.deltaY, total - size.height + head)));
      else if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) pan((e.deltaX || e.deltaY) * ticksOf(r.width, span));
      else zoom(e.deltaY > 0 ? 1.25 : 0.8, tickOf(x, r.width, span));
    };
    const c = canvas.current!;
    c.addEventListener("wheel", wheel, { passive: false });
    return () => c.removeEventListener("wheel", wheel);
  });

  const point = (e: React.PointerEvent) => {
    const r = canvas.current!.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top, tick: tickOf(e.clientX - r.left, r.width, span), width: r.width };
  };
  const laneAt = (y: number): LanePlace | undefined => (y < head ? undefined : places.find((p) => y - head + top >= p.y && y - head + top < p.y + p.height));
  const drag = useRef<{ kind: "scrub" | "pan"; x: number; to: number }>(undefined);
  const down = (e: React.PointerEvent) => {
    const p = point(e);
    const lane = laneAt(p.y);
    if (p.x < left) {
      if (!lane) return;
      if (p.x < 18) setFolds((f) => new Map(f).set(lane.name, !isOpen(lane.name)));
      else go({ agent: ownerOf(lane.name), plan: undefined, level: undefined, goal: undefined, k: undefined });
      return;
    }
    e.currentTarget.setPointerCapture(e.pointerId);
    const marked = p.y < head ? bookmarks.find((m) => Math.abs(xOf(m.tick, p.width, span) + 4 - p.x) < 7) : undefined;
    if (marked) return toMoment(marked.tick, marked.agent);
    drag.current = { kind: e.shiftKey || e.button === 1 ? "pan" : "scrub", x: p.x, to: span.to };
    if (drag.current.kind === "scrub") {
      if (end === undefined && span.to < limit) setEnd(span.to);
      if (end === undefined) setEnd(span.to); // it stays there while the user looks through it
      toMoment(Math.round(p.tick), lane && ownerOf(lane.name));
    }
  };
  const move = (e: React.PointerEvent) => {
    const p = point(e);
    if (drag.current?.kind === "scrub" && e.buttons) toMoment(Math.round(p.tick));
    if (drag.current?.kind === "pan" && e.buttons) {
      const by = (drag.current.x - p.x) * ticksOf(p.width, span);
      setEnd(Math.max(span.to - span.from, drag.current.to + by));
    }
    const lane = laneAt(p.y);
    const what = lane && p.x >= left ? whatIsAt(lane, p.y - head + top - lane.y, p.tick, ticksOf(p.width, span) * 5) : undefined;
    setHover(p.x < left ? undefined : { x: p.x, y: p.y, tick: p.tick, text: what && lane ? `${lane.name}: ${brief(tell(what, tps))}` : undefined });
  };
  const mark = () => {
    const t = shownTick();
    setNoting(t);
    if (!bookmarkAt(t)) void setBookmark({ id: 0, tick: t, agent: address().agent });
  };
  const keepClip = () => {
    if (!opened?.record) void clip();
  };
  const scroll = (e: React.PointerEvent) => {
    if (e.buttons) setTop((t) => Math.max(0, Math.min(t + (e.movementY * total) / (size.height - head), total - size.height + head)));
  };
  const resize = (e: React.PointerEvent) => {
    if (!e.buttons) return;
    const next = Math.min(window.innerHeight * 0.6, Math.max(54, window.innerHeight - e.clientY - barHeight - (open ? 220 : 0)));
    setStrip(next);
    localStorage.setItem("karakuri.strip", String(Math.round(next)));
  };
  return (
    <section className={`time ${full ? "full" : "strip"} ${open ? "open" : ""} ${fork ? "forked" : ""}`} data-testid="time">
      {!full && <div className="grip" onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)} onPointerMove={resize} title="drag: higher or lower" />}
      <div className="timebar">
        {agents.length > 6 && <input className="find" placeholder={`filter ${agents.length} lanes`} value={find} onChange={(e) => setFind(e.target.value)} aria-label="filter lanes" />}
        {agent && <button className={pinned.has(agent) ? "mini on" : "mini"} aria-pressed={pinned.has(agent)} title="keep the lane of the chosen character on top" onClick={() => setPinned((p) => (p.has(agent) ? new Set([...p].filter((n) => n !== agent)) : new Set([...p, agent])))}>pin</button>}
        {noting !== undefined && <Note key={noting} tick={noting} close={() => setNoting(undefined)} />}
        <span className="gap" />
        <button className="mini" onClick={mark} title="bookmark this moment (b)">⚑</button>
        {!opened?.record && <button className="mini" onClick={keepClip} aria-label="keep the last half minute" title="this looks wrong: bookmark it, and keep the half minute before it as a recording (d)">⚑ 30s</button>}
        <button className="mini" onClick={() => zoom(0.5, tick ?? now)} aria-label="closer" title="closer (Z, wheel)">+</button>
        <span className="width">{width < 120 ? `${width}s` : `${Math.round(width / 60)}min`}</span>
        <button className="mini" onClick={() => zoom(2, tick ?? now)} aria-label="wider" title="wider (z, wheel)">−</button>
        {end !== undefined && <button className="mini" onClick={() => setEnd(undefined)} title="let the lanes run along (l)">follow</button>}
        <button className={open ? "mini on" : "mini"} aria-pressed={open} onClick={() => setOpen(!open)} title="events, bookmarks, breakpoints (e)">events</button>
      </div>
      <ForkBar all={() => (setTab("fork"), setOpen(true))} />
      <div className="lanes" ref={box} style={full ? undefined : { height: strip }}>
        <canvas
          ref={canvas}
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={() => (drag.current = undefined)}
          onPointerLeave={() => setHover(undefined)}
          data-testid="timeline"
          data-from={Math.round(span.from)}
          data-to={Math.round(span.to)}
          data-bars={places.reduce((n, p) => n + p.bars.length, 0)}
          data-lanes={places.length}
          data-pairs={places.filter((p) => isOther(p.name)).length}
          data-apart={places.filter((p) => isOther(p.name) && p.bars.length > 0).length}
          data-first={fork?.result?.first?.tick}
          data-top={Math.round(top)}
        />
        {total > size.height - head && <i className="thumb" data-testid="thumb" onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)} onPointerMove={scroll} style={{ top: head + (top / total) * (size.height - head), height: Math.max(14, ((size.height - head) ** 2) / total) }} />}
        {hover?.text && <div className="tip" style={{ left: Math.min(hover.x + 12, size.width - 330), ...(full ? { top: hover.y + 14 } : { bottom: size.height - hover.y + 8 }) }}>{hover.text}</div>}
      </div>
      {open && <Panel kinds={kinds} tab={tab} choose={setTab} />}
    </section>
  );
}

function tell(what: { t: string; a: number; b?: number; c?: string; v?: string; e?: boolean }, tps: number): string {
  const time = `${what.e ? "before " : ""}${seconds(what.a, tps)}`;
  if (what.b === undefined) return `${time} ${what.t}`;
  const how = what.b < 0 ? "goes on" : { good: "ended well", bad: "failed", warn: "aborted" }[what.c ?? ""] ?? "over";
  return `${what.t}${what.v ? ` (${what.v})` : ""} from ${time}, ${what.b < 0 ? how : `${what.e ? "more than " : ""}${seconds(Math.max(0, what.b - what.a), tps)}, ${how}`}`;
}

/** The text of a moment's bookmark. */
function Note({ tick, close }: { tick: number; close: () => void }) {
  const [text, setText] = useState(bookmarkAt(tick)?.note ?? "");
  return (
    <form
      className="noting"
      onSubmit={(e) => {
        e.preventDefault();
        void setBookmark({ id: 0, agent: address().agent, ...bookmarkAt(tick), tick, note: text.trim() });
        close();
      }}
    >
      <input autoFocus value={text} maxLength={200} placeholder="note on this moment, Enter" aria-label="note" onChange={(e) => setText(e.target.value)} onKeyDown={(e) => e.key === "Escape" && close()} onBlur={close} />
    </form>
  );
}
