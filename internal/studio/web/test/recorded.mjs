// Traces that tests look at, made by the command line.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the project is. */
export const root = process.env.ROOT ?? "../../..";

/** The trace of a run, as the command line makes it. */
export function recorded(source, seconds) {
  const folder = mkdtempSync(join(tmpdir(), "trace-"));
  const out = join(folder, "run.ktrace");
  const command = process.env.KARAKURI ? [process.env.KARAKURI] : ["go", "run", "./cmd/karakuri"];
  execFileSync(command[0], [...command.slice(1), "run", source, "--for", `${seconds}s`, "--speed", "0", "--seed", "1", "--trace", out], { cwd: root, stdio: "ignore" });
  const data = readFileSync(out);
  rmSync(folder, { recursive: true, force: true });
  return data;
}
