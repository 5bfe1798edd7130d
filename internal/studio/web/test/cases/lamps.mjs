// Which conditions hold, beside them in the graph of the text.
import { join } from "node:path";
import { past, pause, settled } from "../quiet.mjs";

export default function ({ test, want }) {
  const lamp = (page, path, text) => page.locator(`.graph-edit [data-path='${path}'] .lamp[title^="${text}"]`).first();
  /** The name of a lamp, once it is one of another kind. */
  const tells = (page, path, text, what) =>
    page.waitForFunction(([path, text, what]) => {
      const l = document.querySelector(`.graph-edit [data-path='${path}'] .lamp[title^="${text}"]`);
      return new RegExp(what).test(l?.getAttribute("aria-label") ?? "");
    }, [path, text, what]);
  const method = 'task dine / method "eat what we have"';

  test("lamps say which conditions hold, now and at any moment, and how often they held", async ({ open, folder }) => {
    const page = await open("meal.krk", "view=text&agent=villager%231");
    await page.waitForSelector(".lamp");
    for (let i = 0; i < 4; i++) await page.keyboard.press("+"); // faster
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=clock]")?.textContent?.match(/[\d.]+/)?.[0] ?? 0) > 30);
    await tells(page, "operator work / when", "when has_job", "^holds for villager#1; it held at (\\d+) of \\1 moments since");
    await page.screenshot({ path: join(process.env.SHOTS ?? folder, "lamps.png") });

    // What the lamps say at a moment is what the character's symbols are there: at many moments of the past.
    const seen = { true: 0, false: 0 };
    for (let tick = 3; tick < 300; tick += 11) {
      await page.evaluate((tick) => {
        const p = new URLSearchParams(location.search);
        p.set("tick", tick);
        history.pushState(null, "", `?${p}`);
        window.dispatchEvent(new PopStateEvent("popstate"));
      }, tick);
      const value = await page.evaluate((tick) => new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onopen = () => socket.send(JSON.stringify({ id: 1, op: "open", file: "meal.krk" }));
        socket.onmessage = (e) => {
          const a = typeof e.data === "string" ? JSON.parse(e.data) : {};
          if (a.id === 1) socket.send(JSON.stringify({ id: 2, op: "mind", agent: "villager#1", tick }));
          if (a.id === 2) (socket.close(), done(a.data.cells.find((c) => c.cell === "has_meal" || c.name === "has_meal").value));
        };
      }), tick);
      await page.waitForFunction((tick) => document.querySelector("[data-testid=lamps]")?.dataset.tick === String(tick), tick);
      await tells(page, method, "when has_meal", value === "true" ? "^holds for" : "^does not hold for");
      want((await lamp(page, method, "when has_meal").innerText()).startsWith(value === "true" ? "●" : "○"), "the lamp shows it by its colour alone");
      seen[value]++;
    }
    want(seen.true > 0 && seen.false > 0, `has_meal never changes: ${JSON.stringify(seen)}`);

    // A condition that is written anew is not one of the running program; taken back it is. What has only moved keeps its lamp.
    const edit = (old, text) => page.evaluate(([old, text]) => {
      const { view } = window.draft;
      const at = view.state.doc.toString().indexOf(old);
      view.dispatch({ changes: { from: at, to: at + old.length, insert: text } });
    }, [old, text]);
    await edit("when has_meal        {", "when !has_meal        {");
    await page.waitForFunction(() => !document.querySelector(`.graph-edit [data-path*="eat what we have"] .lamp`));
    want((await page.locator(".graph-edit [data-path='operator work / when'] .lamp").count()) > 0, "the other lamps are gone");
    await page.getByRole("button", { name: "undo", exact: true }).click();
    await page.waitForSelector(`.graph-edit [data-path*="eat what we have"] .lamp`);
    await edit("task dine", "const other = 1\n\ntask dine");
    await page.waitForFunction(() => document.querySelector(`.graph-edit [data-path="const other"]`));
    want((await page.locator(`.graph-edit [data-path*="eat what we have"] .lamp`).count()) > 0, "what has moved has lost its lamp");
  });

  test("lamps of a tree, in an imported file and for parameters; none without a character", async ({ open }) => {
    const guards = await open("guards.krk", "view=text&agent=near_guard%231");
    await tells(guards, "tree guard / 0.1.0", "if visible", "(holds|does not hold) for near_guard#1");
    await guards.close();
    const soldier = await open("soldier.krk", "view=text&agent=sentry%231");
    await tells(soldier, "operator draw / when", "when has\\(w\\)".replace(/\\/g, ""), "^holds for 1 of 4 values for sentry#1");
    const none = await open("meal.krk", "view=text");
    await none.waitForSelector(".graph-edit .item");
    want((await none.locator(".lamp").count()) === 0 || new URL(none.url()).searchParams.has("agent"), "there are lamps of nobody");
  });

  test("lamps of a moment say the same when it is the present, later, and in a recording", async ({ open }) => {
    const page = await open("meal.krk", "view=text&agent=villager%231");
    await page.getByLabel("record", { exact: true }).click();
    await page.locator(".seed input").fill("1");
    await page.keyboard.press("Enter"); // from the beginning, in a recording of its own
    await pause(page);
    await page.getByLabel("record", { exact: true }).click();
    await page.getByLabel("stop recording").waitFor();
    const began = await page.evaluate(() => Math.round(10 * parseFloat(document.querySelector("[data-testid=clock]").textContent)));
    await page.keyboard.press("Space");
    await past(page, 8);
    await pause(page);
    const lamps = async (p, tick) => {
      await p.waitForFunction((tick) => {
        const l = document.querySelector("[data-testid=lamps]");
        return l?.dataset.counted === "true" && l.dataset.tick === String(tick);
      }, tick);
      await settled(p);
      return p.evaluate(() => [...document.querySelectorAll(".graph-edit .lamp")].map((l) => `${l.closest("[data-path]").dataset.path}: ${l.textContent}, ${l.getAttribute("aria-label")}`));
    };
    const now = await page.evaluate(() => Number(document.querySelector("[data-testid=lamps]").dataset.tick));
    const live = await lamps(page, now);
    want(live.length > 5 && live.some((l) => /[1-9]\d? %/.test(l)), `it says ${live.join("; ")}`);
    await page.keyboard.press("Space");
    await past(page, now / 10 + 3);
    await pause(page);
    await page.getByLabel("stop recording").click();
    await page.waitForSelector('select option[value^="traces/meal-"]', { state: "attached" });
    const last = await page.locator('select option[value^="traces/meal-"]').evaluateAll((list) => list.at(-1).value);
    await page.goto(`${page.url().replace(/&tick=\d+/, "")}&tick=${now}`);
    await page.waitForSelector(".lamp");
    const later = await lamps(page, now);
    want(later.join() === live.join(), `later they say\n${later.join("\n")}\nand said\n${live.join("\n")}`);
    const kept = await open(last, `view=text&agent=villager%231&tick=${now}`);
    await kept.waitForSelector(".lamp");
    want(began < 5, `the recording begins at tick ${began}`); // no whole second is missing
    const recorded = await lamps(kept, now);
    want(recorded.join() === live.join(), `recorded they say\n${recorded.join("\n")}\nand said\n${live.join("\n")}`);
    if (process.env.PICTURES) await kept.screenshot({ path: join(process.env.PICTURES, "lamps-recorded.png") });
    // At another moment of the recording they say something else.
    await kept.goto(`${kept.url().replace(/&tick=\d+/, "")}&tick=15`);
    await kept.waitForSelector(".lamp");
    want((await lamps(kept, 15)).join() !== recorded.join(), "the lamps are the same at another moment of the recording");
  });
}
