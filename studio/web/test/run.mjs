// Browser tests of the studio: node test/run.mjs. Without a browser they are passed over, by name.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBrowser, startStudio } from "./browser.mjs";

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const root = process.env.ROOT ?? "../..";
const folder = mkdtempSync(join(tmpdir(), "studio-"));
for (const f of ["examples/meal/meal.krk", "examples/soldier/soldier.krk", "examples/soldier/weapons.krk", "examples/soldier/places.krk", "examples/guards/guards.krk", "examples/gatherer/gatherer.krk", "examples/gatherer/gatherer.scene", "examples/kitchen/kitchen.krk", "studio/testdata/camp.krk"]) {
  cpSync(join(root, f), join(folder, f.split("/").at(-1)));
}
const demos = ["meal", "soldier", "guards", "gatherer", "kitchen", "camp"];
const views = ["world", "mind", "plan", "domain", "text"];

writeFileSync(join(folder, "big.krk"), big());

/** A file with 300 operators and a tree of more than 500 nodes. */
function big() {
  const lines = ["state agent { a: int 0..1000; done: bool }", "action act"];
  for (let i = 0; i < 300; i++) lines.push(`operator op${i} { when a >= ${i % 7 === 0 ? 0 : 900}; do act; effect a += 1 }`);
  for (let i = 0; i < 30; i++) {
    lines.push(`task part${i} {`);
    for (let k = 0; k < 10; k++) lines.push(`    method "way ${k}" when a >= ${k} { op${i * 10 + k} }`);
    lines.push("}");
  }
  lines.push("task all { method \"all of it\" { " + Array.from({ length: 30 }, (_, i) => `part${i}`).join("; ") + " } }");
  lines.push("tree forest { selector {");
  for (let i = 0; i < 100; i++) lines.push(`    sequence { if a > ${900 - i}; act; selector { if done; act } }`);
  lines.push("    act", "} }", "agent planner { plan all every 1s }", "agent walker { tree forest }");
  return lines.join("\n") + "\n";
}

const tests = {};
const test = (name, run) => (tests[name] = run);
const want = (ok, what) => {
  if (!ok) throw new Error(what);
};

for (const demo of demos) {
  test(`each view shows ${demo}`, async ({ open }) => {
    const page = await open(`${demo}.krk`, "view=world");
    for (const [i, view] of views.entries()) {
      await page.keyboard.press(String(i + 1));
      await page.waitForURL((u) => u.searchParams.get("view") === view);
      await page.waitForTimeout(700);
      if (view === "text") await page.waitForSelector(".cm-content");
      if (view === "world") await page.waitForSelector(".world canvas");
      want((await page.locator(".view").innerText()).length > 0 || view === "world", `${view} of ${demo} is empty`);
      await page.mouse.click(5, 300); // out of the editor
    }
  });
}

test("a why-not question is answered with the condition and the value", async ({ open }) => {
  const page = await open("camp.krk", "view=plan&plan=1");
  await page.waitForSelector("[data-testid=decomposition] .row");
  await page.keyboard.press("/");
  await page.keyboard.type("camp/rested already");
  await page.keyboard.press("Enter");
  const answer = page.locator("[data-testid=whynot]");
  await answer.waitFor();
  const text = await answer.innerText();
  want(/not in the plan/.test(text) && /rested was false/.test(text), `the answer is ${text}`);
});

test("what was taken back stays visible, with the step that had set the value", async ({ open }) => {
  const page = await open("camp.krk", "view=plan&plan=1");
  const row = page.locator(".row.leaf.abandoned", { hasText: "keep_watch" }).first();
  await row.waitFor();
  const text = await row.innerText();
  want(/arrows > 0/.test(text) && /set by step 1, shoot_deer/.test(text), `the row says ${text}`);
});

test("the search is stepped through forwards and backwards, with the state", async ({ open }) => {
  const page = await open("camp.krk", "view=plan&plan=1&k=0");
  await page.waitForSelector(".row.now");
  want(/no step yet/.test(await page.locator(".state").innerText()), "a step is told of at the beginning");
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowRight");
  await page.waitForURL((u) => u.searchParams.get("k") === "6");
  want(/shoot_deer/.test(await page.locator(".state .chips").innerText()), "the first step is not told of");
  want(/meat\s*0 2/.test(await page.locator(".state table").innerText()), "what it changes is not told of");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => /no step yet/.test(document.querySelector(".state").textContent));
});

test("what if: another value, another plan", async ({ open }) => {
  const page = await open("camp.krk", "view=plan&plan=1");
  await page.waitForSelector("[data-testid=decomposition] .row");
  await page.getByLabel("what if").fill("arrows = 2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => [...document.querySelectorAll(".row.leaf.chosen")].some((r) => /shoot_deer/.test(r.textContent)));
  want(/what if/.test(await page.locator("[data-testid=verdict]").innerText()), "the verdict does not say what if");
});

test("looking back shows the state as it was, and one key leads back to now", async ({ open }) => {
  const page = await open("meal.krk", "view=mind");
  await page.locator(".seed input").fill("1");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]").textContent) < 5);
  await page.mouse.click(5, 300);
  await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]").textContent) > 11.5, null, { timeout: 30000 });
  await page.keyboard.press("Space");
  want(/hungry\s*false/.test(await page.locator(".symbols").innerText()), "it is still hungry after the meal");
  for (let i = 0; i < 10; i++) await page.keyboard.press(",");
  await page.waitForFunction(() => /hungry\s*true/.test(document.querySelector(".symbols").innerText));
  await page.keyboard.press("l");
  await page.waitForFunction(() => /hungry\s*false/.test(document.querySelector(".symbols").innerText));
});

test("a saved text changes behaviour, a faulty one shows its place and changes nothing", async ({ open }) => {
  const page = await open("soldier.krk", "view=text");
  await page.waitForSelector(".cm-content");
  const file = join(folder, "soldier.krk");
  const before = readFileSync(file, "utf8");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("state agent { studio_was_here: int = 7 }\nnonsense\n");
  await page.waitForSelector(".findings .error");
  want(/soldier.krk:2:1/.test(await page.locator(".findings").innerText()), "the place is not told");
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => /not saved/.test(document.querySelector("[data-testid=note]").textContent));
  want(readFileSync(file, "utf8") === before, "a faulty text was written");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(`state agent { studio_was_here: int = 7 }\n${before}`);
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => /saved; the run goes on/.test(document.querySelector("[data-testid=note]").textContent));
  await page.mouse.click(5, 300);
  await page.keyboard.press("2");
  await page.waitForFunction(() => /studio_was_here\s*7/.test(document.querySelector(".symbols")?.innerText ?? ""));
});

test("two pages look at the same run", async ({ open }) => {
  const a = await open("meal.krk", "view=mind");
  const b = await open("meal.krk", "view=mind");
  await a.getByLabel("pause").click().catch(() => undefined);
  const clock = (p) => p.locator("[data-testid=clock]").innerText();
  await a.waitForTimeout(500);
  want((await clock(a)) === (await clock(b)), "their clocks differ");
  const before = await clock(b);
  await a.keyboard.press(".");
  await b.waitForFunction((t) => document.querySelector("[data-testid=clock]").textContent !== t, before);
});

test("the address holds what is looked at", async ({ open, base }) => {
  const page = await open("camp.krk", "view=plan&plan=1&k=7");
  await page.waitForSelector(".row.now");
  const row = await page.locator(".row.now").innerText();
  const other = await open("", "", page.url().slice(base.length));
  await other.waitForSelector(".row.now");
  want((await other.locator(".row.now").innerText()) === row, "the other page shows something else");
});

test("a domain of 300 operators and a tree of 500 nodes stay usable", async ({ open }) => {
  const page = await open("big.krk", "view=domain&agent=planner%231");
  const layout = async (key, what) => {
    const began = Date.now();
    await page.keyboard.press(key);
    await page.waitForSelector(what);
    return Date.now() - began;
  };
  await page.waitForSelector(".decl");
  await page.mouse.click(5, 300);
  await layout("3", ".row");
  want((await layout("4", ".decl")) < 2000, "the domain takes more than two seconds");
  await page.getByLabel("find").fill("op299");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".lit .decl");
  await page.mouse.click(5, 300);
  await page.keyboard.press("j");
  const took = await layout("2", ".node");
  want(took < 2000, `the tree takes ${took} ms`);
  want(/\d{3} nodes/.test(await page.locator("[data-testid=tree]").innerText()), "the tree is not whole");
});

async function main() {
  if (!existsSync(chromium)) {
    for (const name of Object.keys(tests)) console.log(`skip  ${name}: there is no ${chromium}`);
    return 0;
  }
  const only = process.argv[2];
  const studio = await startStudio([...[...demos, "big"].map((d) => join(folder, `${d}.krk`))]);
  const { browser, page: newPage } = await startBrowser();
  let failed = 0;
  for (const [name, run] of Object.entries(tests)) {
    if (only && !name.includes(only)) continue;
    const pages = [];
    const open = async (file, query, address) => {
      const page = await newPage();
      page.setDefaultTimeout(15000);
      pages.push(page);
      await page.goto(studio.url + (address ?? `?file=${file}&${query}`));
      await page.waitForSelector(".who.on");
      return page;
    };
    let fault = "";
    try {
      await run({ open, base: studio.url });
    } catch (e) {
      fault = e.message;
    }
    const noise = pages.flatMap((p) => p.faults);
    if (noise.length) fault += ` in the console: ${noise.join("; ")}`;
    for (const p of pages) await p.context().close();
    if (fault) failed++;
    console.log(`${fault ? "FAIL" : "ok  "}  ${name}${fault ? `\n      ${fault}` : ""}`);
  }
  await browser.close();
  studio.stop();
  return failed ? 1 : 0;
}

const code = await main();
rmSync(folder, { recursive: true, force: true });
process.exit(code);
