import { useState } from "react";
import type { Question } from "../net/socket";
import { useEscape } from "../parts/escape";
import { go } from "../state/address";
import { ask, fail, useStudio } from "../state/studio";
import { draftOf, keepDraft } from "../text/drafts";

/** Writes a moment as a test block, to copy it, or to add it to the program's file: a planning, what decides for an agent, or a bookmark. */
export function AsTest({ question, what = "write this situation as a test, which expects this plan" }: { question: Question<"astest">; what?: string }) {
  const [text, setText] = useState<string>();
  const write = () =>
    ask(question)
      .then((t) => setText(t.text))
      .catch((e: Error) => fail(e.message));
  return (
    <>
      <button className="mini" onClick={() => void write()} title={what}>as a test</button>
      {text !== undefined && <Sheet text={text} close={() => setText(undefined)} />}
    </>
  );
}

function Sheet({ text, close }: { text: string; close: () => void }) {
  const { opened } = useStudio();
  const [copied, setCopied] = useState(false);
  const file = opened?.record ? undefined : opened?.files[0];
  useEscape(close);
  const copy = () =>
    navigator.clipboard
      .writeText(text)
      .then(() => setCopied(true))
      .catch((e: Error) => fail(`not copied: ${e.message}`));
  const add = async () => {
    try {
      const s = await ask({ op: "source", file });
      if (s.readonly) throw new Error("the file cannot be changed here: copy the test");
      const before = draftOf(opened!.file, file!)?.text ?? s.text;
      keepDraft(opened!.file, file!, s.text, `${before.trimEnd()}\n\n${text}`);
      go({ view: "text", src: file, line: before.trimEnd().split("\n").length + 2 });
    } catch (e) {
      fail((e as Error).message);
    }
  };
  return (
    <div className="veil" onClick={close}>
      <div className="sheet" role="dialog" aria-label="test" onClick={(e) => e.stopPropagation()}>
        <h2>A test of this situation</h2>
        <pre className="block" data-testid="astest" tabIndex={0}>{text}</pre>
        <p className="choices">
          <button className="mini strong" onClick={() => void copy()} autoFocus>{copied ? "copied" : "copy"}</button>
          {file && <button className="mini" onClick={() => void add()}>add to {file}</button>}
          <button className="mini" onClick={close}>close</button>
        </p>
      </div>
    </div>
  );
}
