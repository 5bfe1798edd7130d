// Browser tests of the playground, which internal/tools/play has built into a folder: node test/play.mjs FOLDER [PART OF
// A NAME]. A plain file server serves it. With MEASURE set, they print how long the page takes to start.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startBrowser } from "./browser.mjs";
import { serveFolder } from "./fileserver.mjs";
import { clock, past, pause, settled } from "./quiet.mjs";

const [folder, part = ""] = process.argv.slice(2);
const demos = JSON.parse(readFileSync(join(folder, "demos.json"), "utf8"));
const tests = {};
const test = (name, run) => (tests[name] = run);

function want(ok, what) {
  if (!ok) throw new Error(what);
}

/** Replaces the text in the editor, and saves it. */
async function save(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => /^saved/.test(document.querySelector("[data-testid=note]")?.textContent));
}

/** Waits until the address holds a program, or none. */
const fragment = (page, some) => page.waitForFunction((s) => location.hash.startsWith("#run=") === s, some);

test("every demo runs, in the world that the studio has for it", async ({ open }) => {
  const page = await open("?file=meal/meal.krk");
  for (const name of demos.names) {
    await page.getByLabel("file").selectOption(name);
    await page.waitForFunction((n) => new URL(location.href).searchParams.get("file") === n, name);
    await past(page, 0.5);
    await page.waitForSelector(".who.on");
    if (name.startsWith("guards/")) want(/yard/.test(await page.getByLabel("file").getAttribute("title")), "the guards have no yard");
    if (name.startsWith("kitchen/")) want(/restaurant/.test(await page.getByLabel("file").getAttribute("title")), "the cooks have no restaurant");
  }
});

test("the page begins with the demos, each with a picture, and takes a file that is dropped", async ({ open }) => {
  const page = await open("", false);
  await page.getByTestId("start").waitFor();
  await page.waitForSelector(".picture[data-drawn=yes] .figure");
  want((await page.locator(".card").count()) === demos.names.length, `there are ${await page.locator(".card").count()} cards`);
  await page.getByLabel("files to open").setInputFiles({ name: "mine.krk", mimeType: "text/plain", buffer: Buffer.from(demos.texts["meal/meal.krk"]) });
  await page.waitForSelector(".who.on");
  want(new URL(page.url()).searchParams.get("file") === "dropped/mine.krk", page.url());
});

test("a saved text changes the run, stays over a reload, and goes with the address", async ({ open, url }) => {
  const page = await open("?file=meal/meal.krk&view=text");
  await page.waitForSelector(".cm-content");
  await fragment(page, false);
  await save(page, `state agent { written_here: int = 7 }\n${demos.texts["meal/meal.krk"]}`);
  await fragment(page, true);
  const shows = (p) => p.waitForFunction(() => /written_here\s*7/.test(document.querySelector(".symbols")?.innerText ?? ""));
  await page.mouse.click(5, 300);
  await page.keyboard.press("2");
  await shows(page);
  const address = page.url();
  want(address.includes("#run=") && address.length < 8000, `the address has ${address.length} characters`);
  await page.reload();
  await shows(page);
  const other = await open(address.slice(url.length));
  await shows(other);
  await other.keyboard.press("5");
  await other.waitForFunction(() => document.querySelector(".cm-content")?.textContent.includes("written_here"));
  await save(other, demos.texts["meal/meal.krk"]); // as it was: nothing is left to pass on
  await fragment(other, false);
});

test("a faulty text shows its place, and the run goes on as it was", async ({ open }) => {
  const page = await open("?file=meal/meal.krk&view=text");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("nonsense\n");
  await page.waitForSelector(".findings .error");
  want(/meal.krk:1:1/.test(await page.locator(".findings").innerText()), "the place is not told");
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => /saved; the run goes on as it was: the program has mistakes/.test(document.querySelector("[data-testid=note]")?.textContent));
  await save(page, demos.texts["meal/meal.krk"]);
  await page.waitForFunction(() => !document.querySelector(".findings .error"));
});

test("scrub back, ask why, and why not", async ({ open }) => {
  const page = await open("?file=meal/meal.krk&view=decision");
  await past(page, 3);
  await pause(page);
  for (let i = 0; i < 2; i++) await page.keyboard.press(",");
  await page.waitForFunction(() => new URL(location.href).searchParams.get("tick"));
  await settled(page);
  await page.waitForSelector(".row");
  await page.keyboard.press("/");
  await page.keyboard.type("dine/buy first");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /dine/.test(new URL(location.href).searchParams.get("why") ?? ""));
  await settled(page);
});

test("a link to a moment leads there, with its seed", async ({ open, url }) => {
  const page = await open("?file=gatherer/gatherer.krk&view=mind");
  await page.getByLabel("seed").fill("7");
  await page.getByLabel("seed").press("Enter");
  await fragment(page, true);
  await past(page, 4);
  await page.mouse.click(5, 500);
  await pause(page);
  await page.keyboard.press(",");
  await page.waitForFunction(() => new URL(location.href).searchParams.get("tick"));
  await settled(page);
  const [when, mind] = [await clock(page), await page.locator(".symbols").innerText()];
  const other = await open(page.url().slice(url.length));
  await other.waitForFunction((t) => document.querySelector("[data-testid=clock]")?.textContent === t, when);
  await settled(other);
  want((await other.locator(".symbols").innerText()) === mind, "it is another moment");
  want((await other.getByLabel("seed").inputValue()) === "7", "it is another seed");
});

test("a link that is damaged, too long or too far says so, and shows the demo", async ({ open }) => {
  for (const [address, says] of [
    ["?file=meal/meal.krk#run=rubbish", "damaged"],
    [`#run=${"A".repeat(40_000)}`, "more than 32000"],
    ["#run=q1bKTFGyUkpUqgUA", "does not hold a run"], // {"id":"a"}
    ["?file=meal/meal.krk&tick=9000000", "too far"],
  ]) {
    const page = await open(address);
    await page.waitForFunction((s) => document.querySelector(".toast")?.textContent.includes(s), says);
    await past(page, 0.2);
  }
});

test("a recording is a file of the page", async ({ open }) => {
  const page = await open("?file=meal/meal.krk&view=mind");
  await page.getByLabel("record", { exact: true }).click();
  await page.getByLabel("stop recording").waitFor();
  await past(page, parseFloat(await clock(page)) + 1);
  await page.getByLabel("stop recording").click();
  await page.waitForSelector('select option[value="traces/meal-1.ktrace"]', { state: "attached" });
  await page.getByLabel("file").selectOption("traces/meal-1.ktrace");
  await page.waitForFunction(() => new URL(location.href).searchParams.get("file")?.startsWith("traces/"));
  await page.waitForSelector(".who.on");
  await settled(page);
  await page.keyboard.press(" "); // it stands at its beginning
  await page.waitForSelector("text=the recording is at its end");
});

test("at full speed, the page is still answered", async ({ open }) => {
  const page = await open("?file=fireteam/fireteam.krk&view=mind");
  for (const speed of ["2×", "4×", "8×", "16×"]) {
    await page.keyboard.press("+");
    await page.waitForFunction((s) => document.querySelector(".speed b")?.textContent === s, speed);
  }
  await past(page, 40);
  await pause(page);
});

test("a page without its module says why it does not start", async ({ browserPage, url }) => {
  const page = await browserPage();
  page.faults.push = () => 0; // the browser reports what is missing
  await page.route("**/studio.wasm.gz", (r) => r.fulfill({ status: 404, body: "" }));
  await page.goto(url);
  await page.waitForSelector("text=studio.wasm.gz: 404");
});

/** Prints when the first thing is painted, and when the first demo runs, in milliseconds after the address is opened. */
async function measure(open) {
  for (let i = 0; i < 5; i++) {
    const page = await open("?file=gatherer/gatherer.krk&view=world", false);
    await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) > 0);
    const [paint, now] = await page.evaluate(() => [performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN, performance.now()]);
    console.log(`first paint after ${Math.round(paint)} ms, running after ${Math.round(now)} ms`);
    await page.context().close();
  }
}

/** Runs the tests whose names hold a text, one after the other. */
async function main() {
  const server = await serveFolder(folder, "/docs/play/");
  const { browser, page: browserPage } = await startBrowser();
  let failed = 0;
  let pages = [];
  const open = async (address, chosen = true) => {
    const page = await browserPage();
    page.setDefaultTimeout(0); // as in run.mjs
    pages.push(page);
    await page.goto(server.url + address);
    if (chosen) await page.waitForSelector(".who.on");
    return page;
  };
  if (process.env.MEASURE) await measure(open);
  for (const [name, run] of Object.entries(process.env.MEASURE ? {} : tests)) {
    if (!name.includes(part)) continue;
    running = [name, (pages = [])];
    let fault = "";
    try {
      await run({ open, browserPage: async () => (pages.push(await browserPage()), pages.at(-1).setDefaultTimeout(0), pages.at(-1)), url: server.url });
    } catch (e) {
      fault = e.message;
    }
    const noise = pages.flatMap((p) => p.faults);
    if (noise.length) fault += ` in the console: ${noise.join("; ")}`;
    for (const p of pages) await p.context().close();
    if (fault) failed++;
    console.log(fault ? `FAIL  ${name}\n      ${fault}` : `ok    ${name}`);
  }
  await browser.close();
  server.stop();
  return failed ? 1 : 0;
}

// As in run.mjs: if the process that started this ends, the test that has not ended is reported.
let running = ["", []];
process.stdin.resume().on("end", () => {
  console.log(`FAIL  ${running[0]}: it has not ended. ${running[1].map((p) => p.url()).join("; ")}`);
  process.exit(1);
});

process.exit(await main());
