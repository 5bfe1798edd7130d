import { useEffect, useMemo, useRef, useState } from "react";
import type { Mind, Present } from "../net/wire";
import { address, go, useAddress } from "../state/address";
import { mark, momentOf, toggleGhosts, useFork } from "../state/fork";
import { isTyping } from "../state/keys";
import { useMoment } from "../state/moment";
import { useQuery } from "../state/query";
import { ask, useStudio } from "../state/studio";
import { layers, shown, toggleAll, toggleFollow, toggleLayer } from "./layers";
import { Legend } from "./legend";
import { Picture } from "./picture";
import { short } from "./telling";
import { Suppose, type Held } from "./suppose";
import { WhyThis, type Pointed } from "./whythis";

const panStep = 60;
/** How long the camera rests before it is written to the address, in milliseconds. */
const rest = 350;
/** With more characters than these, the page requests the actions of the selected one only. */
const tellAll = 60;
/** How long a note stays. */
const noteTime = 5000;

/** The world from above. */
export default function World({ members }: { members: Present[] }) {
  const { opened, frame } = useStudio();
  const { agent, layers: text, all, follow, cam } = useAddress();
  const moment = useMoment();
  const box = useRef<HTMLDivElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLElement>(null);
  const spot = useRef<HTMLElement>(null);
  const picture = useRef<Picture>(undefined);
  const minds = useRef<Present[]>([]);
  const [note, setNote] = useState("");
  const [pointed, setPointed] = useState<Pointed>();
  const [held, setHeld] = useState<Held>();
  const on = useMemo(() => shown(text), [text]);
  const past = useQuery(moment.tick !== undefined ? { op: "frame", file: opened?.file, tick: moment.tick } : undefined, "past", 60);
  const told = members.length <= tellAll ? undefined : agent ? [agent] : [];
  const agents = useQuery(told?.length === 0 ? undefined : { op: "agents", names: told, file: opened?.file, tick: moment.tick }, moment.version, 250).data;
  const words = useQuery({ op: "said", file: opened?.file, tick: moment.tick }, moment.version, 200).data;
  const mind = useQuery(agent ? { op: "mind", agent, file: opened?.file, tick: moment.tick } : undefined, moment.version, 200).data;
  const wanted = layers.filter((l) => on.has(l.id) && l.id !== "names").map((l) => l.id);
  const others = useQuery(all ? { op: "eyes", names: wanted, file: opened?.file, tick: moment.tick } : undefined, moment.version, 250).data;

  useEffect(() => {
    if (!box.current || !over.current || !opened) return;
    let timer = 0;
    const p = new Picture(box.current, over.current, opened.land, {
      pick: (name, follows) => minds.current.some((m) => m.name === name) && go({ agent: name, plan: undefined, level: undefined, k: undefined, ...(follows ? { follow: 1 } : {}) }),
      unfollow: () => go({ follow: undefined }, true),
      put: (name, x, y) => void ask({ op: "move", agent: name, at: [x, y] }).catch((e: Error) => setNote(`${name} cannot be put there: ${e.message}`)),
      held: (name, at, pixel) => setHeld(name ? { name, at: at!, x: cornered(pixel![0] + 18, box.current!.clientWidth - 330), y: pixel![1], height: box.current!.clientHeight } : undefined),
      question: (name, x, y) => setPointed(name && name !== address().agent ? { name, x: Math.min(x + 14, box.current!.clientWidth - 330), y, height: box.current!.clientHeight } : undefined),
      moved: (camera) => {
        window.clearTimeout(timer);
        timer = window.setTimeout(() => go({ cam: camera }, true), rest);
      },
      scale: (pixels, metres) => {
        if (!bar.current) return;
        bar.current.style.width = `${pixels}px`;
        bar.current.textContent = `${metres} m`;
      },
      pointer: (at) => {
        if (spot.current) spot.current.textContent = at ? `${at[0].toFixed(1)}, ${at[1].toFixed(1)}` : "";
      },
    }, cam);
    picture.current = p;
    Object.assign(box.current, { pixel: (name: string) => p.pixel(name), paint: () => p.paint() });
    return () => {
      window.clearTimeout(timer);
      p.destroy();
    };
  }, [opened?.file, opened?.frame.run]); // eslint-disable-line react-hooks/exhaustive-deps

  const { fork, ghosts } = useFork();
  const forked = momentOf(fork, moment.shown);
  const sides = useQuery(forked !== undefined ? { op: "ghosts", file: opened?.file, tick: forked } : undefined, fork?.tick, 60).data;
  const other = forked !== undefined && ghosts ? sides?.but : undefined;
  // A fork of a recording goes on in a small world: then the side without the change is there too.
  const aside = opened?.record && forked !== undefined && fork && forked > fork.tick ? sides?.as : undefined;
  const figures = aside ?? (moment.tick === undefined ? frame?.figures : past.data);
  const doing = useMemo(() => new Map(agents?.map((a) => [a.name, a.doing])), [agents]);
  const said = useMemo(() => new Map(words?.map((w) => [w.agent, w.text])), [words]);
  minds.current = members; // who else is there cannot be looked into, such as a player
  const smooth = moment.tick === undefined && frame?.playing === true && frame.speed <= 1;
  const movable = moment.tick === undefined && opened?.movable === true;
  useEffect(() => {
    if (!figures) return;
    picture.current?.show({ figures, chosen: agent, eyes: mind?.agent === agent ? mind?.eyes : undefined, all: all ? others?.eyes : undefined, on, doing, said, follow: !!follow, smooth, movable, other });
  }, [figures, other, agent, mind, others, all, on, doing, said, follow, smooth, movable, opened?.frame.run]);

  useEffect(() => {
    if (!note) return;
    const timer = window.setTimeout(() => setNote(""), noteTime);
    return () => window.clearTimeout(timer);
  }, [note]);
  useWorldKeys(picture);

  const here = !agent || !figures || figures.some((f) => f.n === agent);
  return (
    <div className="world" data-testid="world" data-figures={figures?.length ?? 0}>
      <Caption mind={mind?.agent === agent ? mind : undefined} doing={agent && doing.get(agent)} here={here} agent={agent} />
      <div className="stage" ref={box} data-layers={[...on].join(" ")} data-follow={follow ? "on" : ""} />
      <div className="overlay" ref={over} aria-hidden="true" />
      {opened?.record && figures?.length === 0 && <p className="empty nowhere">Where characters are is not in this trace: it is known where a symbol "pos" says it.</p>}
      {pointed && agent && <WhyThis agent={agent} at={pointed} close={() => setPointed(undefined)} />}
      {held && <Suppose agent={agent ?? held.name} held={held} />}
      {note && <p className="note sign" role="alert">{note}</p>}
      <div className="foot">
        <span className="scale" title="scale"><i ref={bar} /></span>
        <span className="spot" ref={spot} title="where the pointer is, in metres" />
        <span className="gap" />
        {all && others?.left ? <span className="quiet">without {others.left} more</span> : null}
        <Legend />
        {fork && (
          <button className={ghosts ? "layer on" : "layer"} aria-pressed={ghosts} onClick={toggleGhosts} title={`${mark}where characters are with the change of the fork, joined to where they are without it; a cross: not there with the change (g)`}>
            <svg viewBox="0 0 16 14" width="16" height="14" aria-hidden="true"><path d="M1 11 L6 8" stroke="var(--violet)" strokeDasharray="2 1.5" /><circle cx="10" cy="6" r="4" fill="var(--violet)" fillOpacity="0.3" stroke="var(--violet)" strokeWidth="1.5" /></svg>
            ghosts
          </button>
        )}
        <button className={all ? "layer on" : "layer"} aria-pressed={!!all} onClick={toggleAll} title="the layers of all characters, faintly (a)">all</button>
        <button className={follow ? "layer on" : "layer"} aria-pressed={!!follow} onClick={toggleFollow} title="the picture follows the chosen one (f, or a double click on a character)">follow</button>
        <button className="layer" onClick={() => picture.current?.whole()} title="the whole (0, or a double click on the ground)">whole</button>
      </div>
    </div>
  );
}

/** A place of a card that leaves room for it. */
const cornered = (at: number, last: number) => Math.max(8, Math.min(at, last));

/** The reasons that block each of its plan lines, or its actions. */
function whyIdle(mind: Mind): string {
  const lines = (mind.chances ?? []).filter((c) => c.cause).map((c) => `${c.goal}: ${c.cause!.text}`);
  return [...lines, ...(mind.idle?.slice(1) ?? [])].join("; ");
}

/** The next steps of the selected character. */
function Caption({ mind, doing, here, agent }: { mind?: Mind; doing?: string; here: boolean; agent?: string }) {
  const steps = mind?.lines.flatMap((l) => l.steps.filter((s) => s.state !== "done")) ?? [];
  return (
    <div className="caption">
      {agent && <b>{agent}</b>}
      {!agent && <span className="quiet">click a character</span>}
      {agent && !here && !mind?.squad && <span className="quiet">is not here at this moment</span>}
      {steps.slice(0, 6).map((s, i) => <span key={i} className={`step ${s.state}`} title={s.text}>{short(s.text, 60)}</span>)}
      {steps.length > 6 && <span className="step next">{steps.length - 6} more</span>}
      {mind && steps.length === 0 && doing && <span className={mind.idle ? "quiet" : "step running"}>{short(doing, mind.idle ? 90 : 60)}</span>}
      {mind?.idle && <span className="quiet" title={whyIdle(mind)}>{short(whyIdle(mind), 140)}</span>}
    </div>
  );
}

/** The keys of this view. */
function useWorldKeys(picture: { current?: Picture | undefined }) {
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (isTyping(e) || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return;
      const p = picture.current;
      const layer = layers.find((l) => l.key === e.key);
      const does: Record<string, () => void> = {
        a: toggleAll,
        f: toggleFollow,
        "0": () => p?.whole(),
        i: () => p?.step(1),
        o: () => p?.step(-1),
        ArrowLeft: () => p?.pan(panStep, 0),
        ArrowRight: () => p?.pan(-panStep, 0),
        ArrowUp: () => p?.pan(0, panStep),
        ArrowDown: () => p?.pan(0, -panStep),
      };
      const act = layer ? () => toggleLayer(layer.id) : does[e.key];
      if (!act || address().view !== "world") return;
      e.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [picture]);
}
