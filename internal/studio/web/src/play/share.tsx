import { useEffect, useState } from "react";
import { setHash } from "../state/address";
import { ask, command, fail, studio, useStudio } from "../state/studio";
import { address } from "../state/address";
import { fragmentOf, refusal } from "./setup";

/** How far a link may reach into a run, in ticks: the run is made up to there. */
const maxReach = 20_000;

/** Keeps what was changed in the address, so that the page can be loaded again and passed on; and a button that copies it. */
export default function Share() {
  const { opened, frame } = useStudio();
  const [note, setNote] = useState("");
  const run = frame?.run;
  useEffect(() => {
    if (!opened) return;
    let gone = false;
    setNote("");
    keep().catch((e: Error) => !gone && setNote(e.message));
    return () => {
      gone = true;
    };
  }, [opened, run]);
  useEffect(() => void arrive(), []);
  if (!opened || opened.record) return null;
  const copy = async () => {
    try {
      await keep();
      await navigator.clipboard.writeText(location.href);
      setNote("the link is copied");
    } catch (e) {
      setNote((e as Error).message);
    }
  };
  return (
    <>
      {note && <span className="note" data-testid="shared" title={note}>{note}</span>}
      <button className="mini strong" onClick={() => void copy()} title="copy a link to this program, seed, view and moment">share</button>
    </>
  );
}

/** Puts what the run starts from into the address. */
async function keep() {
  try {
    setHash(await fragmentOf(await ask({ op: "bundle" })));
  } catch (e) {
    setHash(""); // rather no link than one to another text
    throw e;
  }
}

/** Says why a link was not used, and goes on to the moment that it names. */
async function arrive() {
  const why = refusal();
  if (why) fail(why);
  const { tick } = address();
  const now = studio().frame?.tick ?? 0;
  if (tick === undefined || tick <= now || studio().opened?.record) return;
  if (tick - now > maxReach) {
    fail(`The moment of the link is too far away: ${tick} ticks from the beginning, and a link reaches ${maxReach}.`);
    return;
  }
  await command({ op: "pause" });
  for (let at = studio().frame?.tick ?? now; at < tick; at += 1000) {
    if (!(await command({ op: "step", count: Math.min(1000, tick - at) }))) return;
  }
}
