import { useRef } from "react";
import type { Demo } from "../net/wire";
import { go } from "../state/address";
import { useQuery } from "../state/query";
import { open, useStudio } from "../state/studio";
import { playground } from "../net/line";
import { orderOf, tryOf } from "./demos";
import { take } from "./drop";
import { Picture } from "./picture";
import "../style/start.css";

/** Of more programs than these, those with nothing to try are only named. */
const many = 16;

/** What the page begins with: the demos, the recent traces, and where to drop a file. */
export default function Start() {
  const { files } = useStudio();
  const demos = useQuery({ op: "demos" }, files.length).data ?? [];
  const choose = useRef<HTMLInputElement>(null);
  const programs = demos.filter((d) => !d.trace).sort((a, b) => (orderOf(a.file) < orderOf(b.file) ? -1 : orderOf(a.file) > orderOf(b.file) ? 1 : 0));
  const others = programs.length > many ? programs.filter((d) => !tryOf(d.file)) : [];
  const traces = demos.filter((d) => d.trace);
  return (
    <main className="start" data-testid="start">
      <div className="hello">
        <h1>Characters that decide, and say why</h1>
        <p>Open one, watch it in <b>World</b>, and ask in <b>Decision</b> why it does what it does, or why not something else. Change its program in <b>Edit</b>, and it goes on with it.{playground && " The engine runs in this page."}</p>
      </div>
      <ul className="cards">
        {programs.filter((d) => !others.includes(d)).map((d) => <Card key={d.file} d={d} />)}
      </ul>
      {others.length > 0 && (
        <section className="others">
          <h2>Other programs and scenes</h2>
          {others.map((d) => <button key={d.file} className="mini" title={d.says} onClick={() => void open(d.file).then(() => go({ view: "world" }, true))}>{d.file.split("/").at(-1)!.replace(/\.krk/, "")}</button>)}
        </section>
      )}
      <div className="below">
        <section>
          <h2>Recent traces</h2>
          {traces.length === 0 && <p className="quiet">None yet. Press ● beside the clock to record a run, or d to keep a moment that looks wrong.</p>}
          <ul className="traces">
            {traces.slice(0, 12).map((d) => (
              <li key={d.file}>
                <button onClick={() => void open(d.file)}>
                  <b>{d.file.split("/").at(-1)}</b>
                  <span>{d.bytes ? size(d.bytes) : ""}</span>
                  <time>{d.when ? new Date(1000 * d.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : ""}</time>
                </button>
              </li>
            ))}
          </ul>
        </section>
        <section className="dropzone">
          <h2>Your own</h2>
          <p>Drop a karakuri file here or anywhere in the studio, with its scene and what it imports, or a trace.</p>
          <button className="mini strong" onClick={() => choose.current?.click()}>choose files</button>
          <input ref={choose} type="file" multiple accept=".krk,.scene,.ktrace" hidden aria-label="files to open" onChange={(e) => void take([...(e.currentTarget.files ?? [])])} />
        </section>
      </div>
    </main>
  );
}

function Card({ d }: { d: Demo }) {
  const hint = tryOf(d.file);
  const [name, scene] = d.file.split(" · ");
  return (
    <li>
      <button className="card" onClick={() => void open(d.file).then(() => go(hint?.at ?? { view: "world" }, true))}>
        <Picture file={d.file} />
        <b>{name!.split("/").at(-1)!.replace(/\.krk$/, "")}{scene && <small> · {scene}</small>}</b>
        {d.says && <span className="says">{d.says[0]!.toUpperCase() + d.says.slice(1)}.</span>}
        {hint && <span className="try"><i>Try</i> {hint.text}</span>}
      </button>
    </li>
  );
}

function size(bytes: number): string {
  return bytes < 1 << 20 ? `${Math.max(1, Math.round(bytes / 1024))} KiB` : `${(bytes / (1 << 20)).toFixed(1)} MiB`;
}
