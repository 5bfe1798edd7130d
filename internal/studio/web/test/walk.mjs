// Records how a guard is built from an empty file by mouse and palette, and makes one animation of it:
// node test/walk.mjs FILE.gif. It needs ffmpeg.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startBrowser, startStudio } from "./browser.mjs";

const out = resolve(process.argv[2] ?? "walk.gif");
const folder = mkdtempSync(join(tmpdir(), "walk-"));
const size = { width: 1280, height: 720 };
const file = join(folder, "guard.krk");
writeFileSync(file, "");

// What is inserted: a line, the path of what it goes into, and what the caption says of it.
const steps = [
  ["state agent", "", "A file begins empty. + opens the palette: it lists what can stand here. A line can be typed, too."],
  ["sensed sees_thief: bool", "state agent", "What a guard knows: whether he sees a thief."],
  ["sensed tired: bool", "state agent", "Each + is a place. What is inserted goes to the text at once."],
  ["action chase", "", "What he can do in the game: chase,"],
  ["action walk_round", "", "walk his round,"],
  ["action sit_down", "", "and sit down."],
  ["tree watch", "", "How he decides: a behaviour tree. A todo holds the place of what is missing."],
  ["selector", "tree watch", "What is inserted takes its place: a selector tries its children in order."],
  ["sequence abort both", "tree watch / 0", "First: the thief. As soon as he is seen, or lost, it decides anew."],
  ["if sees_thief", "tree watch / 0.0", "The condition,"],
  ["chase", "tree watch / 0.0", "and the deed."],
  ["sequence abort both", "tree watch / 0", "Second: rest."],
  ["if tired", "tree watch / 0.1", "He sits down when he is tired."],
  ["sit_down", "tree watch / 0.1", "The deed. The sign goes as soon as its reason does."],
  ["walk_round", "tree watch / 0", "Else he walks his round."],
  ["agent guard", "", "The kind of character,"],
  ["tree watch", "agent guard", "with its tree."],
];

const frames = [];
/** Keeps what the page shows, for some milliseconds of the animation. */
async function frame(page, ms) {
  const name = join(folder, `${String(frames.length).padStart(4, "0")}.png`);
  await page.screenshot({ path: name });
  frames.push({ name, ms });
}
const caption = (page, text) => page.evaluate((text) => (document.querySelector("#walk").textContent = text), text);
const drawn = async (page) => {
  await page.evaluate(() => window.draft.act(() => window.draft.settled()));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};
/** Moves the mouse to something, shows that, and clicks. */
async function click(page, what, ms = 350) {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  await page.mouse.move(box.x + Math.min(box.width / 2, 60), box.y + box.height / 2);
  await frame(page, ms);
  await page.mouse.down();
  await page.mouse.up();
}

const studio = await startStudio([file]);
const { browser, page: newPage } = await startBrowser();
let faults = 0;
try {
  const page = await newPage("dark", size);
  page.setDefaultTimeout(0);
  await page.goto(`${studio.url}?file=guard.krk&view=text`);
  await page.waitForSelector(".canvas-edit");
  await drawn(page);
  // A caption below, and a pointer: pictures of a page without a screen have none.
  await page.evaluate(() => {
    const style = "position:fixed;z-index:9999;pointer-events:none;";
    document.body.insertAdjacentHTML("beforeend", `<div id="walk" style="${style}left:0;right:0;bottom:0;padding:9px 16px;background:#f2c14e;color:#161616;font:600 16px/1.3 system-ui,sans-serif"></div>
      <svg id="pointer" style="${style}left:0;top:0" width="20" height="26"><path d="M1 1v19l5-4 4 9 4-2-4-8h7z" fill="#fff" stroke="#000" stroke-width="1.5"/></svg>`);
    document.addEventListener("mousemove", (e) => (document.querySelector("#pointer").style.transform = `translate(${e.clientX}px,${e.clientY}px)`), true);
  });
  for (const [line, parent, says] of steps) {
    await caption(page, says);
    await click(page, page.locator(parent ? `.slot.wide[data-parent="${parent}"]` : ".graph-edit > .slot.wide").last(), 1100);
    await page.waitForSelector(".palette .cm-content:focus, .palette input:focus");
    await page.waitForSelector(".palette li");
    await frame(page, 450);
    for (let at = 0; at < line.length; at += 8) {
      await page.keyboard.insertText(line.slice(at, at + 8));
      await page.waitForSelector(".palette li");
      await frame(page, 180);
    }
    await page.locator(".palette li", { hasText: "as written" }).waitFor();
    await click(page, page.locator(".palette li", { hasText: "as written" }), 300);
    await drawn(page);
    if (await page.locator(".palette").count()) throw new Error(`${line} was not inserted`);
    await frame(page, 700);
  }
  await caption(page, "Saving begins the run. ○ says that a condition does not hold for the guard now.");
  await click(page, page.getByRole("button", { name: "save and go on" }), 1500);
  await page.waitForFunction(() => /^saved; the run has begun anew/.test(document.querySelector("[data-testid=note]")?.textContent));
  await drawn(page);
  await frame(page, 2500);
  await caption(page, "Built without writing the file by hand. undo leads back to the empty file, step by step.");
  for (let i = 0; i < 4; i++) {
    await click(page, page.getByRole("button", { name: "undo" }), 400);
    await drawn(page);
    await frame(page, 300);
  }
  for (let i = 0; i < 4; i++) {
    await click(page, page.getByRole("button", { name: "redo" }), 300);
    await drawn(page);
  }
  await frame(page, 2500);
  console.log(readFileSync(file, "utf8"));
  faults = page.faults.length;
  if (faults) console.log(page.faults);
} finally {
  await browser.close();
  studio.stop();
}
const list = join(folder, "list.txt");
writeFileSync(list, frames.map((f) => `file '${f.name}'\nduration ${f.ms / 1000}\n`).join("") + `file '${frames.at(-1).name}'\n`);
const filter = "split[a][b];[a]palettegen=max_colors=96:stats_mode=full[p];[b][p]paletteuse=dither=none:diff_mode=rectangle";
execFileSync("ffmpeg", ["-y", "-loglevel", "error", "-f", "concat", "-safe", "0", "-i", list, "-vf", filter, "-fps_mode", "passthrough", out]);
console.log(`${frames.length} pictures, ${frames.reduce((n, f) => n + f.ms, 0) / 1000} s, in ${folder}`);
process.exit(faults ? 1 : 0);
