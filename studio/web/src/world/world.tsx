import { useEffect, useRef } from "react";
import type { Figure, Mind } from "../net/types";
import { go, useAddress } from "../state/address";
import { useMoment } from "../state/moment";
import { useQuery } from "../state/query";
import { useStudio } from "../state/studio";
import { Picture } from "./picture";

/** The world from above. */
export default function World() {
  const { opened, frame } = useStudio();
  const { agent } = useAddress();
  const moment = useMoment();
  const box = useRef<HTMLDivElement>(null);
  const picture = useRef<Picture>(undefined);
  const past = useQuery<Figure[]>(moment.tick !== undefined ? { op: "frame", file: opened?.file, tick: moment.tick } : undefined, "past", 60);
  const mind = useQuery<Mind>(agent ? { op: "mind", agent, file: opened?.file, tick: moment.tick } : undefined, moment.version, 200).data;

  useEffect(() => {
    if (!box.current || !opened) return;
    const p = new Picture(box.current, opened.land, (name) => go({ agent: name, plan: undefined, level: undefined, k: undefined }));
    picture.current = p;
    return () => p.destroy();
  }, [opened?.file, opened?.frame.run]); // eslint-disable-line react-hooks/exhaustive-deps

  const figures = moment.tick === undefined ? frame?.figures : past.data;
  useEffect(() => {
    if (figures) picture.current?.show(figures, agent, mind && mind.agent === agent ? mind.eyes : undefined);
  }, [figures, agent, mind]);

  const running = mind?.lines.flatMap((l) => l.steps.filter((s) => s.state !== "done")) ?? [];
  return (
    <div className="world" data-testid="world">
      <div className="stage" ref={box} />
      {mind && (
        <div className="caption">
          <b>{mind.agent}</b>
          {running.slice(0, 6).map((s, i) => <span key={i} className={s.state}>{s.text}</span>)}
          {running.length === 0 && <span className="quiet">{mind.idle?.split("\n")[0] || mind.wants?.find((w) => w.chosen)?.text || mind.trees[0]?.name || "idle"}</span>}
        </div>
      )}
      {opened?.record && figures?.length === 0 && <p className="empty nowhere">Where characters are is not in this trace: it is known where a symbol "pos" says it.</p>}
      <div className="hint">drag to move · wheel to zoom · click a character · double click: the whole</div>
    </div>
  );
}
