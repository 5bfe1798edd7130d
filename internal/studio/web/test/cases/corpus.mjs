// The questions of cmd/karakuri/testdata/why, asked in the page: of recordings of
// the runs, with the page's own controls.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { settled } from "../quiet.mjs";

const root = resolve(process.env.ROOT ?? "../../..");
const folder = join(root, "cmd/karakuri/testdata/why");
const kinds = ["what changed", "who made", "what if", "what would", "why"];

/** Reads a file of questions, as package asked does. */
function corpus(file) {
  const c = { name: file.replace(".txt", ""), args: "", list: [] };
  let tick = 0, agent = "";
  readFileSync(join(folder, file), "utf8").split("\n").forEach((text, i) => {
    const line = text.split(" //")[0].trim();
    if (!line || line.startsWith("//")) return;
    const [word, ...rest] = line.split(" ");
    if (word === "run") c.args = rest.join(" ");
    else if (word === "family") return; // for TestWhyCorpus
    else if (word === "tick") [tick, agent] = [Number(rest[0]), rest.slice(1).join(" ").trim()];
    else {
      const asks = word === "?" ? rest.join(" ") : line;
      const at = asks.indexOf(": ");
      const [head, parts] = [asks.slice(0, at), asks.slice(at + 2).split("; ")];
      const kind = word === "?" ? kinds.find((k) => head.startsWith(k)) : "";
      const about = head.slice(kind.length).trim();
      c.list.push({ line: i + 1, tick, agent, kind, about: kind === "what if" ? about.replaceAll(" and ", ", ") : about, code: kind ? undefined : parts.shift(), parts });
    }
  });
  c.list.sort((a, b) => a.tick - b.tick);
  return c;
}

export default function ({ test, want }) {
  for (const file of readdirSync(folder).filter((f) => f.endsWith(".txt"))) {
    const c = corpus(file);
    test(`the corpus is answered in the page: ${c.name}`, async ({ open, serve }) => {
      const trace = await serve(`${c.name}.ktrace`, (path) => {
        const last = c.list.at(-1).tick;
        execFileSync(process.env.KARAKURI, ["run", ...c.args.split(" "), "--trace", path, "--for", `${Math.ceil(last / 10) + 1}s`, "--speed", "0"], { cwd: join(root, "cmd/karakuri"), stdio: "ignore" });
      });
      const wrong = [];
      let page, shown = "";
      for (const q of c.list) {
        if (shown !== `${q.agent}/${q.tick}`) {
          await page?.context().close();
          page = await open(trace, `view=plan&agent=${encodeURIComponent(q.agent)}&tick=${q.tick}`);
          shown = `${q.agent}/${q.tick}`;
        }
        await page.getByLabel("question").selectOption(q.kind);
        const line = page.getByLabel("why not", { exact: true });
        for (await line.fill(q.about); (await line.inputValue()) !== q.about; ) await line.fill(q.about); // the page may still clear it for the new question
        await line.press("Enter");
        await page.waitForFunction((about) => (new URL(location.href).searchParams.get("why") ?? "") === about, q.about);
        await settled(page);
        const answer = page.getByTestId(q.kind ? "asked" : "whole");
        const [text, code] = (await answer.count()) ? [await answer.textContent(), await answer.getAttribute("data-code")] : [await page.locator(".whynot").innerText(), null];
        const missing = q.parts.filter((p) => !text.includes(p));
        const fails = (q.code && (code ?? "unknown") !== q.code) || missing.length > 0;
        if (fails) wrong.push(`line ${q.line}, ${q.kind || "why not"} ${q.about} of ${q.agent} at tick ${q.tick}: ${code ?? ""}, nothing of ${missing.join("; ")}: ${text}`);
      }
      want(c.list.length > 0, "there are no questions");
      want(wrong.length === 0, wrong.join("\n"));
    });
  }
}
