// Browser tests of the studio: node test/run.mjs [PART OF A NAME | --first]. They are in cases; --first runs the first of
// each file. Without a browser they are skipped, by name.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBrowser, startStudio } from "./browser.mjs";

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const root = process.env.ROOT ?? "../../..";
// The subjects of the tests: each has a studio of its own with a copy of these files, because some write to them.
const files = new Map(
  ["examples/meal/meal.krk", "examples/soldier/soldier.krk", "examples/soldier/weapons.krk", "examples/soldier/places.krk", "examples/guards/guards.krk", "examples/gatherer/gatherer.krk", "examples/gatherer/gatherer.scene", "examples/fireteam/fireteam.krk", "examples/fireteam/fireteam.scene", "examples/skirmish/skirmish.krk", "examples/skirmish/skirmish.scene", "examples/kitchen/kitchen.krk", "internal/studio/testdata/camp.krk", "internal/studio/testdata/verdicts.krk", "internal/studio/testdata/weights.krk"].map((f) => [f.split("/").at(-1), readFileSync(join(root, f))]),
);
const opened = /^(?!weapons|places).*\.(krk|ktrace)$/; // the others belong to them

const tests = {};
const first = new Set(); // the first test of each file
const cases = readdirSync(new URL("cases", import.meta.url)).filter((f) => f.endsWith(".mjs"));
for (const file of cases.sort()) {
  const { default: add } = await import(`./cases/${file}`);
  let added = 0;
  add({
    /** Adds a test; the studio is given what args holds beside the files. */
    test(name, run, ...args) {
      tests[name] = { run, args };
      if (added++ === 0) first.add(name);
    },
    want(ok, what) {
      if (!ok) throw new Error(what);
    },
    /** Adds a file to those that every test has. */
    file: (name, data) => files.set(name, data),
  });
}

/**
 * Runs a test in a folder and a studio of its own; the answer says what went wrong. With serve, a test adds a file that
 * it makes, and the studio starts anew.
 */
async function runTest(name, newPage) {
  const { run, args } = tests[name];
  const folder = mkdtempSync(join(tmpdir(), "studio-"));
  for (const [name, data] of files) writeFileSync(join(folder, name), data);
  const served = [...args, ...[...files.keys()].filter((f) => opened.test(f)).map((f) => join(folder, f))];
  let studio = await startStudio(served);
  const stop = () => (studio?.stop(), (studio = undefined));
  const again = async () => (studio = await startStudio([...served, "--addr", new URL(base).host]));
  let base = studio.url;
  const serve = async (name, make) => {
    await make(join(folder, name));
    stop();
    studio = await startStudio([...served, join(folder, name)]);
    base = studio.url;
    return name;
  };
  const pages = [];
  running.set(name, pages);
  const open = async (file, query, address, ready = ".who.on") => {
    const page = await newPage();
    page.setDefaultTimeout(Number(process.env.PATIENCE ?? 0)); // a test waits for events; one that waits forever is ended with the whole run, and reported. PATIENCE shows where
    pages.push(page);
    await page.goto(base + (address ?? `?file=${file}&${query}`));
    await page.waitForSelector(ready);
    return page;
  };
  let fault = "";
  try {
    await run({ open, folder, base, stop, again, serve });
  } catch (e) {
    const where = /cases\/[\w.]+:\d+/.exec(e.stack ?? "")?.[0];
    fault = where ? `${where}: ${e.message}` : e.message;
  }
  const noise = pages.flatMap((p) => p.faults);
  if (noise.length) fault += ` in the console: ${noise.join("; ")}`;
  for (const p of pages) await p.context().close();
  stop();
  running.delete(name);
  rmSync(folder, { recursive: true, force: true });
  return fault;
}

const running = new Map(); // what runs, with its pages

// If the process that started this ends, its end of our input closes: then the tests that have not ended are reported,
// and the studios and browsers of this run end too.
if (process.env.KARAKURI) {
  process.stdin.resume().on("end", () => {
    for (const [name, pages] of running) console.log(`FAIL  ${name}: it has not ended. ${pages.map((p) => `${p.url()} ${p.awaited ?? ""}`).join("; ")}`);
    process.exit(1);
  });
}

/** Runs the tests whose names hold a text, or the first of each file, two at a time. */
async function main(part = "") {
  const names = Object.keys(tests).filter((n) => (part === "--first" ? first.has(n) : n.includes(part)));
  if (!existsSync(chromium)) {
    for (const name of names) console.log(`skip  ${name}: there is no ${chromium}`);
    return 0;
  }
  const { browser, page } = await startBrowser();
  const rest = [...names];
  const failed = [];
  const work = async () => {
    for (let name = rest.shift(); name; name = rest.shift()) {
      const fault = await runTest(name, page);
      if (fault) failed.push(name);
      console.log(fault ? `FAIL  ${name}\n      ${fault}` : `ok    ${name}`);
    }
  };
  await Promise.all([work(), work()]);
  await browser.close();
  console.log(`${names.length - failed.length} passed, ${failed.length} failed${failed.map((n) => `\n      ${n}`).join("")}`);
  return failed.length ? 1 : 0;
}

process.exit(await main(process.argv[2]));
