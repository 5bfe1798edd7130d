// The lens of a scene: what stands in it is moved, and its text changes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export default function ({ test, want }) {
  const textOf = (page) => page.evaluate(() => window.lens.view.state.doc.toString());
  const settled = (page) => page.evaluate(() => window.lens.settled());
  const openLens = async (open, query = "") => {
    const page = await open("skirmish.krk", `view=text&src=skirmish.scene${query}`);
    await page.waitForSelector(".stage-edit .handle");
    await settled(page);
    return page;
  };
  /** The words of a line of a text, from 0. */
  const line = (text, start) => text.split("\n").find((l) => l.startsWith(start));
  const centre = async (page, handle, knob = 0) => {
    const b = await page.locator(`[data-handle="${handle}"] .knob`).nth(knob).boundingBox();
    return [b.x + b.width / 2, b.y + b.height / 2];
  };
  const indexOf = (page, name) => page.evaluate((name) => window.lens.get().scene.handles.findIndex((h) => h.name.startsWith(name)), name);
  /** Pixels of a metre. */
  const scale = (page) => page.evaluate(() => document.querySelector(".stage-edit svg").getScreenCTM().a);

  test("scene: spawns, cover and walls are dragged, added and removed by mouse, undone, and saved", async ({ open, folder }) => {
    const page = await openLens(open);
    const disk = () => readFileSync(join(folder, "skirmish.scene"), "utf8");
    const start = await textOf(page);
    want(start === disk(), "the text is not that of the file");
    const texts = [start];
    const changed = async (what) => {
      await settled(page);
      const now = await textOf(page);
      want(now !== texts.at(-1), `${what} changes nothing`);
      texts.push(now);
      return now;
    };
    const drag = async (from, x, y) => {
      await page.mouse.move(...from);
      await page.mouse.down();
      await page.mouse.move(from[0] + x / 2, from[1] + y / 2, { steps: 3 });
      await page.mouse.move(from[0] + x, from[1] + y, { steps: 3 });
    };
    const metre = await scale(page);
    // A spawn: two metres to the right, one down. Only its two numbers change.
    const spawn = await indexOf(page, "start 1");
    await drag(await centre(page, spawn), 2 * metre, metre);
    want((await textOf(page)) === start, "the text changes before the mouse lets go");
    await page.mouse.up();
    const words = line(start, "start ").split(/\s+/);
    const moved = await changed("dragging a spawn");
    const [x, y] = line(moved, "start ").split(/\s+/).slice(1, 3).map(Number);
    want(Math.abs(x - words[1] - 2) <= 0.2 && Math.abs(y - words[2] - 1) <= 0.2, `${words} has become ${x} ${y}`);
    want(moved === start.replace(line(start, "start "), line(moved, "start ")), "more than the spawn has changed");
    // A drag that is cancelled changes nothing.
    await drag(await centre(page, spawn), 40, 40);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await settled(page);
    want((await textOf(page)) === moved, "a cancelled drag changes the text");
    // Cover of a line that holds several.
    await drag(await centre(page, await indexOf(page, "cover")), metre, 0);
    await page.mouse.up();
    await changed("dragging cover");
    // A wall is added where the mouse clicks, and one of its ends dragged.
    await page.getByLabel("what to add").selectOption("wall");
    await page.getByRole("button", { name: "+ wall" }).click();
    const ground = await page.locator(".stage-edit .ground").boundingBox();
    await page.mouse.click(ground.x + ground.width / 2, ground.y + ground.height / 4);
    const walled = await changed("adding a wall");
    want((await page.locator(".handle.chosen.of-wall").count()) === 1, "the new wall is not chosen");
    const wall = await page.evaluate(() => window.lens.get().chosen);
    await drag(await centre(page, wall, 1), 0, 2 * metre);
    await page.mouse.up();
    const stretched = await changed("dragging the end of a wall");
    const ends = (text) => text.split("\n").filter((l) => l.startsWith("wall ")).at(-1).split(/\s+/).slice(1).map(Number);
    want(ends(walled).slice(0, 3).join() === ends(stretched).slice(0, 3).join() && Math.abs(ends(stretched)[3] - ends(walled)[3] - 2) <= 0.2, `${ends(walled)} has become ${ends(stretched)}`);
    await page.locator(".scene-lens").getByRole("button", { name: "remove" }).click();
    await changed("removing a wall");
    want(texts.at(-1) === texts[2], "without the wall it is not what it was before");
    // The text and the lens have one stack of undo, and one selection.
    for (const text of texts.slice(0, -1).reverse()) {
      await page.getByRole("button", { name: "undo" }).click();
      await settled(page);
      want((await textOf(page)) === text, `undoing leads to ${await textOf(page)}`);
    }
    for (const text of texts.slice(1)) {
      await page.getByRole("button", { name: "redo" }).click();
      await settled(page);
      want((await textOf(page)) === text, `redoing leads to ${await textOf(page)}`);
    }
    await page.evaluate(() => {
      const { view } = window.lens;
      view.focus();
      view.dispatch({ selection: { anchor: view.state.doc.toString().indexOf("start ") } });
    });
    await page.waitForFunction((i) => window.lens.get().chosen === i, spawn);
    want(disk() === start, "the file was written before saving");
    await page.getByRole("button", { name: "save and go on" }).click();
    await page.waitForFunction(() => /the run has begun anew: the scene is another/.test(document.querySelector("[data-testid=note]")?.textContent));
    want(disk() === texts.at(-1), "the file is not what was written");
  });

  test("scene: by keyboard alone, with what somebody else writes meanwhile", async ({ open, folder }) => {
    const page = await openLens(open);
    const file = join(folder, "skirmish.scene");
    const start = await textOf(page);
    await page.locator(".cm-content").focus();
    await page.keyboard.press("F6");
    await page.waitForSelector(".stage-edit:focus");
    const spawn = await indexOf(page, "start 1");
    await page.keyboard.press("Home");
    for (let i = 0; i < spawn; i++) await page.keyboard.press("PageDown");
    want((await page.evaluate(() => window.lens.get().chosen)) === spawn, "the keys choose something else");
    want((await page.locator(".stage-edit").getAttribute("aria-activedescendant")) === `handle${spawn}`, "a screen reader is not told");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await settled(page);
    const [x, y] = line(start, "start ").split(/\s+/).slice(1, 3).map(Number);
    const moved = await textOf(page);
    want(moved === start.replace(line(start, "start "), `start ${x + 0.5} ${y + 5}`), moved);
    await page.keyboard.press("n");
    await settled(page);
    want((await textOf(page)).split("\n").length === start.split("\n").length + 1, "n adds nothing");
    await page.keyboard.press("Delete");
    await settled(page);
    want((await textOf(page)) === moved, "Delete does not take it away");
    // A mistake in the text is said, and the rest can be moved all the same.
    await page.evaluate(() => window.lens.view.dispatch({ changes: { from: 0, insert: "nonsense\n" } }));
    await page.waitForSelector(".scene-lens .wrong");
    await page.waitForSelector(".findings .error");
    await page.keyboard.press("Control+z");
    await page.locator(".scene-lens .wrong").waitFor({ state: "detached" });
    // Somebody else writes the file: nothing is lost, and the changes of both are merged.
    writeFileSync(file, `${start}// from somebody else\n`);
    await page.locator('[data-testid="conflict"]').getByRole("button", { name: "merge both" }).click();
    await page.getByRole("button", { name: "take the merge over" }).click();
    await settled(page);
    want((await textOf(page)) === `${moved}// from somebody else\n`, await textOf(page));
    await page.locator(".stage-edit").focus();
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => /the run has begun anew: the scene is another/.test(document.querySelector("[data-testid=note]")?.textContent));
    want(readFileSync(file, "utf8") === `${moved}// from somebody else\n`, "the file is not what was written");
  });

  test("scene: what the program cannot hold is told while it is edited, and the rest goes on", async ({ open, folder }) => {
    const page = await openLens(open);
    const start = await textOf(page);
    const wrong = page.locator(".scene-lens .wrong");
    want((await wrong.count()) === 0 && (await page.locator(".findings .error").count()) === 0, "something is wrong from the beginning");
    const at = start.indexOf("rifleman");
    await page.evaluate((at) => window.lens.view.dispatch({ changes: { from: at, to: at + "rifleman".length, insert: "dragon" } }), at);
    // The syntax is right; the program has no such kind. Picture and text both say so, with its name.
    await wrong.filter({ hasText: "dragon" }).waitFor();
    await page.locator(".findings .error", { hasText: "dragon" }).waitFor();
    // What stands in the scene is still seen and moved.
    const before = await textOf(page);
    await page.locator(".stage-edit").focus();
    await page.keyboard.press("Home");
    for (let i = await indexOf(page, "start 1"); i > 0; i--) await page.keyboard.press("PageDown");
    await page.keyboard.press("ArrowRight");
    await settled(page);
    const [x] = line(before, "start ").split(/\s+/).slice(1).map(Number);
    const moved = await textOf(page);
    want(Number(line(moved, "start ").split(/\s+/)[1]) === x + 0.5, `${line(moved, "start ")} has not moved`);
    want((await wrong.innerText()).includes("dragon"), "the picture no longer says what is wrong");
    want(readFileSync(join(folder, "skirmish.scene"), "utf8") === start, "the file was written before saving");
    // Undone, nothing is said any more.
    await page.getByRole("button", { name: "undo" }).click();
    await settled(page);
    want((await textOf(page)) === before, await textOf(page));
    await page.getByRole("button", { name: "undo" }).click();
    await wrong.waitFor({ state: "detached" });
    await page.locator(".findings .error").waitFor({ state: "detached" });
    want((await textOf(page)) === start, await textOf(page));
  });
}
