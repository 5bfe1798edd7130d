import { useEffect, useRef, useState } from "react";
import type { Finding, Merged } from "../net/wire";
import { address, go, useAddress } from "../state/address";
import { beginFork } from "../state/fork";
import { ask, fail, studio, take, useStudio } from "../state/studio";
import { Canvas } from "../edit/canvas";
import { Consequences } from "../edit/consequences";
import { Merge, Versions } from "../edit/versions";
import { Draft, show, useDraft } from "../edit/draft";
import { SceneDraft } from "../edit/scenedraft";
import { SceneLens } from "../edit/scenelens";
import { draftOf, keepDraft, keepPast, pastOf } from "./drafts";
import { Editor, type Found } from "./editor";

/** Milliseconds between two looks whether the file has changed. */
const watching = 1500;

interface Conflict {
  reload: () => void;
  overwrite: () => void;
  merge: () => Promise<void>;
}

/** How much of the recordings has been read in percent, so that the consequences of an edit are found at once; undefined: all. Asking begins the reading, or goes on with it. */
function usePrepared(on: boolean): number | undefined {
  const [share, setShare] = useState<number>();
  useEffect(() => {
    if (!on) return;
    let gone = false;
    const look = async () => {
      if (document.hidden) return;
      const q = await ask({ op: "prepare" }).catch(() => undefined); // the connection is lost, which the page says
      if (!gone) setShare(!q || q.done || !q.of ? undefined : Math.floor((q.played * 100) / q.of));
    };
    void look();
    const timer = window.setInterval(() => void look(), watching);
    return () => {
      gone = true;
      window.clearInterval(timer);
      setShare(undefined);
    };
  }, [on]);
  return share;
}

/** The files of the program, as text and as a graph of it: both are edited, mistakes show as one writes, and saving lets the simulation go on with the new text. */
export default function TextView() {
  const { opened } = useStudio();
  const { src, line, sides = "both" } = useAddress();
  const draft = useDraft();
  const names = [...(opened?.files ?? []), ...(opened?.sceneFile ? [opened.sceneFile] : [])];
  const file = src && names.includes(src) ? src : names[0];
  const staged = file !== undefined && file === opened?.sceneFile;
  const [lens, setLens] = useState<SceneDraft>();
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const [findings, setFindings] = useState<Finding[]>([]);
  const [dirty, setDirty] = useState(false);
  const [note, setNote] = useState("");
  const [readonly, setReadonly] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [merging, setMerging] = useState<{ merged: Merged; take: (text: string) => void }>();
  const [pane, setPane] = useState<"consequences" | "differences">();

  const prepared = usePrepared(!readonly && !!draft && pane !== "consequences");

  useEffect(() => {
    if (!file || !box.current) return;
    const parent = box.current;
    const of = opened!.file;
    let gone = false;
    let graph: Draft | SceneDraft | undefined;
    let saved = ""; // the text as the file has it
    let was = ""; // its hash
    let base = ""; // the text that this one was made from
    setConflict(undefined);
    setMerging(undefined);
    const adopt = (text: string, theirs: string, hash: string) => {
      setConflict(undefined);
      setMerging(undefined);
      [saved, was, base] = [theirs, hash, theirs];
      editor.current?.replace(text);
      keep();
    };
    /** The file is not what the page began with: nothing that somebody wrote may be lost. */
    const collide = (theirs: string, hash: string) => {
      setConflict({
        reload: () => {
          adopt(theirs, theirs, hash);
          setNote("this is the file as it is now");
        },
        overwrite: () => {
          [saved, was, base] = [theirs, hash, theirs];
          void save();
        },
        merge: async () => {
          try {
            const merged = await ask({ op: "merge", file, base, text: editor.current?.text() ?? "" });
            setMerging({ merged, take: (text) => (adopt(text, merged.theirs, merged.hash), setNote("merged, not saved yet")) });
          } catch (e) {
            fail((e as Error).message);
          }
        },
      });
    };
    let looking = false;
    const watch = window.setInterval(async () => {
      if (looking || !was || !editor.current || document.hidden) return;
      looking = true;
      try {
        const before = was;
        const hash = await ask({ op: "disk", file });
        if (gone || hash === was || was !== before) return;
        const s = await ask({ op: "source", file });
        if (gone || s.readonly || s.hash === was || was !== before) return;
        const text = editor.current?.text();
        if (text === saved) {
          adopt(s.text, s.text, s.hash ?? "");
          setNote("the file was changed outside this page: this is its text now");
        } else if (text === s.text) {
          adopt(s.text, s.text, s.hash ?? "");
        } else {
          setNote("the file was changed outside this page");
          collide(s.text, s.hash ?? "");
        }
      } catch {
        // the connection is lost, or the file is gone: saving says so
      } finally {
        looking = false;
      }
    }, watching);
    const keep = () => {
      const text = editor.current?.text();
      if (text === undefined) return;
      keepDraft(of, file, saved, text);
      setDirty(text !== saved);
    };
    const save = async () => {
      try {
        const text = editor.current?.text() ?? "";
        setConflict(undefined);
        const s = await ask({ op: "save", file, text, was });
        if (gone) {
          if (s.saved) keepDraft(of, file, text, draftOf(of, file)?.text ?? text);
          if (s.opened) take(s.opened);
          return;
        }
        const theirs = s.conflict;
        if (theirs) {
          setNote("not saved: the file was changed outside this page");
          collide(theirs.text, theirs.hash ?? "");
          return;
        }
        setFindings(s.findings);
        [saved, was, base] = [text, s.hash ?? "", text];
        keep();
        if (s.kept) {
          setNote(`saved; the run goes on as it was: ${s.kept.split("\n").filter((l) => !/^[\s^~]*$/.test(l)).join("; ")}`);
          return;
        }
        const lost = s.notes?.length ? ` (${s.notes.slice(0, 3).join("; ")})` : "";
        setNote(s.restart ? `saved; the run has begun anew: ${s.restart}` : `saved; the run goes on with it${lost}`);
        go({ tick: undefined, plan: undefined, k: undefined });
        if (s.opened) take(s.opened);
      } catch (e) {
        fail((e as Error).message);
      }
    };
    const format = async () => {
      try {
        const s = await ask({ op: "format", file, text: editor.current?.text() ?? "" });
        editor.current?.replace(s.text);
      } catch (e) {
        setNote(`not laid out: ${(e as Error).message}`);
      }
    };
    const check = async (text: string) => {
      const { findings, fixes } = await ask({ op: "check", file, text });
      if (!gone) setFindings(findings);
      return findings.flatMap((f, i) => (f.file === file ? [{ ...f, fixes: fixes.filter((x) => x.finding === i) }] : []));
    };
    ask({ op: "source", file })
      .then((s) => {
        if (gone) return;
        const draft = draftOf(of, file);
        saved = s.text;
        base = draft?.saved ?? s.text;
        was = draft && draft.saved !== s.text ? "of an earlier text" : (s.hash ?? ""); // then saving asks what to do
        setReadonly(!!s.readonly);
        setDirty(false);
        setNote(!draft ? "" : draft.saved === s.text ? "as it was left, not saved" : "as it was left, not saved; the file has been changed since");
        setFindings([]);
        const changed = () => {
          setNote("");
          keep();
          void graph?.follow();
        };
        const hooks = { cursor: () => graph?.cursor(), found: (list: Found[]) => graph?.findings(list), away: () => document.querySelector<HTMLElement>(".graph-edit, .stage-edit")?.focus() };
        editor.current = new Editor(parent, draft?.text ?? s.text, { outline: () => studio().opened?.outline ?? opened!.outline, readonly: !!s.readonly, plain: staged, check: s.readonly ? async () => [] : check, save, format, changed, ...hooks }, pastOf(of, file));
        if (staged) setLens((graph = new SceneDraft(editor.current.view, file, !!s.readonly)));
        else show((graph = new Draft(editor.current.view, file, !!s.readonly)));
        keep();
        if (line) editor.current.jump(line);
      })
      .catch((e: Error) => fail(e.message));
    return () => {
      gone = true;
      window.clearInterval(watch);
      show(undefined);
      setLens(undefined);
      if (editor.current) keepPast(of, file, editor.current.past());
      editor.current?.destroy();
      editor.current = undefined;
    };
  }, [file, opened?.file]); // eslint-disable-line react-hooks/exhaustive-deps

  useEffect(() => {
    if (line) editor.current?.jump(line);
  }, [line, file]);

  return (
    <div className="text" data-testid="text">
      <div className="tools">
        {opened && names.map((f) => (
          <button key={f} className={f === file ? "tab on" : "tab"} onClick={() => go({ src: f, line: undefined })}>{f}{(f === file ? dirty : draftOf(opened.file, f)) ? " ●" : ""}</button>
        ))}
        <span className="modes" role="radiogroup" aria-label="sides">
          {["text", "both", "graph"].map((m) => <button key={m} role="radio" aria-checked={m === sides} className={m === sides ? "mini on" : "mini"} onClick={() => go({ sides: m === "both" ? undefined : m }, true)}>{m}</button>)}
        </span>
        {!readonly && <button className="mini" onMouseDown={(e) => e.preventDefault()} onClick={() => (draft ?? lens)?.undo()} title="Ctrl Z">undo</button>}
        {!readonly && <button className="mini" onMouseDown={(e) => e.preventDefault()} onClick={() => (draft ?? lens)?.redo()} title="Ctrl Y">redo</button>}
        <span className="quiet" data-testid="note" title={note}>{readonly ? "from a trace: it cannot be changed" : note}</span>
        {!readonly && draft && <button className={pane === "consequences" ? "mini on" : "mini"} aria-pressed={pane === "consequences"} onClick={() => setPane(pane === "consequences" ? undefined : "consequences")} title="what would come of the text if it were saved">consequences</button>}
        {prepared !== undefined && <small className="quiet" data-testid="prepared" title="the consequences of an edit are then found at once">recordings read: {prepared} %</small>}
        {!readonly && (draft || lens) && <button className={pane === "differences" ? "mini on" : "mini"} aria-pressed={pane === "differences"} onClick={() => setPane(pane === "differences" ? undefined : "differences")} title="compare with the file, the last commit, or a moment">differences</button>}
        {!readonly && !staged && <button className="mini" disabled={!dirty} onClick={() => void beginFork({ file, text: editor.current?.text() ?? "" }, 60, address().tick)} title="run this text beside the saved one, from the shown moment on: a fork">run beside</button>}
        {!readonly && !staged && <button className="mini" onClick={() => editor.current?.format()}>lay out</button>}
        {!readonly && <button className="mini strong" onClick={() => editor.current?.save()} title="Ctrl S">save and go on</button>}
      </div>
      {conflict && (
        <div className="conflict" role="alert" data-testid="conflict" onMouseDown={(e) => e.preventDefault()}>
          The file was changed outside this page since the page read it.
          <button className="mini" onClick={() => void conflict.merge()} title="what only one of you changed is kept; for the rest you choose">merge both</button>
          <button className="mini" onClick={conflict.reload} title="what was written here is lost">load the file, drop my changes</button>
          <button className="mini" onClick={conflict.overwrite} title="what was written there is lost">overwrite the file with my text</button>
        </div>
      )}
      <div className={`split ${sides === "text" || sides === "graph" ? `only-${sides}` : ""}`}>
        <div className="editor" ref={box} />
        {draft && <Canvas key={draft.file} draft={draft} save={() => editor.current?.save(false)} />}
        {lens && <SceneLens key={lens.file} draft={lens} save={() => editor.current?.save(false)} />}
      </div>
      {merging && <Merge merged={merging.merged} take={merging.take} close={() => setMerging(undefined)} />}
      {pane === "consequences" && draft && !readonly && <Consequences draft={draft} close={() => setPane(undefined)} />}
      {pane === "differences" && (draft ?? lens) && !readonly && <Versions draft={(draft ?? lens)!} close={() => setPane(undefined)} />}
      {findings.length > 0 && (
        <ul className="findings">
          {findings.length > 1 && <li className="quiet count">{findings.length} findings</li>}
          {findings.slice(0, 50).map((f, i) => (
            <li key={i}>
              <button className={f.severity} onClick={() => (f.file === file ? editor.current?.jump(f.line, f.col) : go({ src: f.file, line: f.line }))}>
                <b>{f.file}:{f.line}:{f.col}</b> {f.message} <em>{f.hint}</em> <small>{f.code}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
