import { command, listFiles, useStudio } from "../state/studio";

/** Starts and stops a recording of the running simulation; the recording is then a file like any other. */
export function Record() {
  const { opened, frame } = useStudio();
  if (!opened || opened.record) return null;
  const file = frame?.record;
  const toggle = async () => {
    await command({ op: "record", on: !file });
    if (file) await listFiles();
  };
  return (
    <button
      className={file ? "icon record on" : "icon record"}
      onClick={() => void toggle()}
      aria-pressed={!!file}
      aria-label={file ? "stop recording" : "record"}
      title={file ? `recording to ${file}: click to stop` : "record from now on, to a trace"}
    >
      ●
    </button>
  );
}
