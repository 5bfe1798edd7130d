// A moment goes on twice, with a change and without it: seen in the world, in the lanes, from every place that begins it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { past, pause, settled } from "../quiet.mjs";
import { recorded, root } from "../recorded.mjs";

const bar = (page) => page.getByTestId("forkbar");
const ended = (page) => page.waitForSelector("[data-testid=forkbar][data-done=true]");
const tickOf = (page) => page.evaluate(() => new URL(location.href).searchParams.get("tick"));
const stage = (page, name) => page.locator(".world .stage").getAttribute(`data-${name}`);
const picture = async (page, name) => process.env.PICTURES && page.screenshot({ path: `${process.env.PICTURES}/${name}.png` });

/** Opens a file, lets it run and pauses it, at a moment of its past. */
async function before(open, file, query, tick) {
  const page = await open(file, query);
  await past(page, tick / 10 + 1);
  await pause(page);
  await page.goto(page.url().replace(/&tick=\d+/, "") + `&tick=${tick}`);
  await page.waitForSelector(".who.on");
  await settled(page);
  return page;
}

/** Opens the dialog with a key, fills it, and waits for the end of the fork. */
async function fork(page, fill) {
  await page.keyboard.press("Shift+F");
  const sheet = page.getByRole("dialog", { name: "fork" });
  await sheet.waitFor();
  await fill(sheet);
  await sheet.getByRole("button", { name: "run both from here" }).click();
  await ended(page);
  await settled(page);
}

export default function ({ test, want, file }) {
  file("errands.krk", readFileSync(join(root, "examples/errands/errands.krk")));
  file("shopping.ktrace", recorded("examples/meal/meal.krk", 20));

  test("a fork by what if: ghosts in the world, double lanes, and the first difference is gone to", async ({ open }) => {
    const page = await before(open, "meal.krk", "view=decision&agent=villager%231&ask=what+if&why=money+%3D+50", 3);
    const now = await page.evaluate(() => document.querySelector("[data-testid=clock]").textContent);
    const asked = page.getByTestId("fork");
    await asked.getByLabel("how long both sides run").selectOption("10");
    await asked.getByRole("button", { name: "run both from here" }).press("Enter");
    await ended(page);
    await settled(page);
    const first = asked.getByRole("button", { name: /first difference/ });
    want(/villager#1/.test(await first.innerText()), await first.innerText());
    const lanes = page.getByTestId("timeline");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=timeline]").dataset.apart) > 0);
    want((await lanes.getAttribute("data-pairs")) === "1", `${await lanes.getAttribute("data-pairs")} characters have two lanes`);
    const tick = await lanes.getAttribute("data-first");
    await bar(page).getByRole("button", { name: "go to it" }).click();
    await page.waitForFunction((t) => new URL(location.href).searchParams.get("tick") === t, tick);
    want((await page.getByTestId("clock").innerText()) === `${(Number(tick) / 10).toFixed(1)}s`, `the clock says ${await page.getByTestId("clock").innerText()}`);
    await page.keyboard.press("1");
    await page.waitForFunction(() => Number(document.querySelector(".world .stage")?.dataset.other) > 0);
    for (let i = 0; i < 3; i++) await page.keyboard.press(";"); // three seconds later they are in different places
    await page.waitForFunction(() => Number(document.querySelector(".world .stage")?.dataset.ghosts) > 0);
    await page.locator(".overlay .label.ghost", { hasText: "⇉ villager#1" }).waitFor();
    await picture(page, "fork");
    await page.keyboard.press("g");
    await page.waitForFunction(() => document.querySelector(".world .stage").dataset.other === "0" && document.querySelector("[data-testid=timeline]").dataset.pairs === "0");
    await page.locator(".foot").getByRole("button", { name: "ghosts" }).click();
    await page.waitForFunction(() => Number(document.querySelector(".world .stage").dataset.ghosts) > 0 && document.querySelector("[data-testid=timeline]").dataset.pairs === "1");
    await bar(page).getByRole("button", { name: /differ/ }).click();
    const list = page.getByTestId("differences");
    want((await list.locator("li").count()) > 0, "no differences are listed");
    await page.keyboard.press(",");
    await list.locator("button", { hasText: "villager#1" }).first().click();
    await page.waitForFunction((t) => new URL(location.href).searchParams.get("tick") === t, tick);
    await bar(page).getByRole("button", { name: "end the fork" }).press("Enter");
    await bar(page).waitFor({ state: "detached" });
    await page.waitForFunction(() => document.querySelector(".world .stage").dataset.other === "0");
    want(now !== "", "the clock is empty");
  });

  test("a fork by personality, from the palette and the mind: both sides of a moment that the run has not reached", async ({ open }) => {
    const page = await open("gatherer.krk", "view=mind&agent=cautious_one%231");
    await past(page, 1);
    await pause(page);
    const clock = await page.getByTestId("clock").innerText();
    await page.getByRole("button", { name: "fork from here" }).click();
    await page.getByRole("dialog", { name: "fork" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "fork" }).waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("fork: run");
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "fork" });
    want((await sheet.getByLabel("of whom").inputValue()) === "cautious_one#1", "it is not about the chosen one");
    const list = await sheet.getByLabel("personality").locator("option").allInnerTexts();
    want(list.includes("brave") && list.includes("cautious"), `personalities: ${list}`);
    await sheet.getByLabel("personality").selectOption("brave");
    await picture(page, "forksheet");
    await sheet.getByRole("button", { name: "run both from here" }).click();
    await ended(page);
    want(/cautious_one#1: as brave/.test(await bar(page).innerText()), await bar(page).innerText());
    const tick = Number(await page.getByTestId("timeline").getAttribute("data-first"));
    want(tick > Math.round(parseFloat(clock) * 10), `it differs at ${tick} already, before the fork at ${clock}`);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("first difference of the fork");
    await page.keyboard.press("Enter");
    await page.waitForFunction((t) => new URL(location.href).searchParams.get("tick") === String(t), tick);
    await settled(page);
    want((await page.getByTestId("clock").innerText()) === `${(tick / 10).toFixed(1)}s`, "the moment ahead is not shown");
    await page.keyboard.press("l");
    await page.waitForFunction((t) => document.querySelector("[data-testid=clock]")?.textContent === t, clock); // the run has not gone on
  });

  test("a fork by another text, beside the saved one", async ({ open }) => {
    const page = await before(open, "meal.krk", "view=text&agent=villager%231", 3);
    const run = page.getByRole("button", { name: "run beside" });
    want(await run.isDisabled(), "a text that is the saved one is run beside it");
    await page.locator(".cm-content").click();
    await page.evaluate(() => {
      const view = document.querySelector(".cm-content").cmTile?.view ?? document.querySelector(".cm-content").cmView?.view;
      const text = view.state.doc.toString();
      const at = text.indexOf("effect money += price");
      view.dispatch({ changes: { from: at, to: at + "effect money += price".length, insert: "effect money += 2" } });
    });
    await run.click();
    await ended(page);
    want(/the changed text of meal.krk/.test(await bar(page).innerText()), await bar(page).innerText());
    want(await bar(page).getByRole("button", { name: "go to it" }).count(), "who earns less does the same");
    await picture(page, "forktext");
    await page.keyboard.press("Escape");
    await page.evaluate(() => document.activeElement?.blur());
    await fork(page, async (sheet) => {
      await sheet.getByLabel("program").selectOption("meal.krk");
      await sheet.getByLabel("how long both sides run").selectOption("10");
    });
    want(/the changed text of meal.krk/.test(await bar(page).innerText()), await bar(page).innerText());
  });

  test("a fork by values of the world, by place and by constants", async ({ open }) => {
    const page = await before(open, "gatherer.krk", "view=world&agent=brave_one%231", 20);
    await fork(page, async (sheet) => {
      await sheet.getByLabel("place, x in metres").fill("3.4");
      await sheet.getByLabel("place, y in metres").fill("5.2");
      await sheet.getByLabel("how long both sides run").selectOption("10");
    });
    want(/brave_one#1: at 3.4, 5.2/.test(await bar(page).innerText()), await bar(page).innerText());
    await page.waitForFunction(() => Number(document.querySelector(".world .stage").dataset.ghosts) > 0);
    want((await tickOf(page)) === "20", "the shown moment has moved");
    const soldier = await before(open, "soldier.krk", "view=world&agent=sentry%231", 20);
    await fork(soldier, async (sheet) => {
      await sheet.getByLabel("of whom").selectOption("the world");
      await sheet.getByLabel("values").fill("nothing_like_this = 1");
    });
    want(/unknown symbol/.test(await bar(soldier).innerText()), await bar(soldier).innerText());
    await bar(soldier).getByRole("button", { name: "end the fork" }).click();
    const meal = await before(open, "meal.krk", "view=decision&agent=villager%231", 3);
    await fork(meal, async (sheet) => {
      await sheet.getByText("constants").click();
      await sheet.getByLabel("price as text").fill("50");
      await sheet.getByLabel("price as text").press("Tab");
    });
    want(/price = 50/.test(await bar(meal).innerText()) && /all characters do the same/.test(await bar(meal).innerText()), await bar(meal).innerText());
  });

  test("a fork by a value of the world: who would take the train does something else", async ({ open }) => {
    const page = await before(open, "errands.krk", "view=decision", 3);
    await fork(page, async (sheet) => {
      await sheet.getByLabel("of whom").selectOption("the world");
      await sheet.getByLabel("values").fill("strike(train) = true");
      await sheet.getByLabel("how long both sides run").selectOption("10");
    });
    want(/strike\(train\) = true/.test(await bar(page).innerText()), await bar(page).innerText());
    want((await page.getByTestId("timeline").getAttribute("data-pairs")) === "1", "nobody has two lanes");
    await bar(page).getByRole("button", { name: /differ/ }).click();
    want((await page.getByTestId("differences").locator("li").count()) > 0, "no differences are listed");
  });

  test("a fork of a recording: both sides go on without its game, which is said", async ({ open }) => {
    const page = await open("shopping.ktrace", "view=decision&agent=villager%231&tick=20");
    await settled(page);
    await fork(page, async (sheet) => {
      await sheet.getByLabel("values").fill("money = 50");
      await sheet.getByLabel("how long both sides run").selectOption("10");
    });
    want(/villager#1: money = 50/.test(await bar(page).innerText()), await bar(page).innerText());
    await bar(page).getByRole("button", { name: "go to it" }).click();
    await page.waitForFunction((first) => new URL(location.href).searchParams.get("tick") === first, await page.getByTestId("timeline").getAttribute("data-first"));
    want((await tickOf(page)) > 20, `it differs at ${await tickOf(page)}, not after the fork`);
    await bar(page).getByRole("button", { name: /differ/ }).click();
    const notes = await page.getByTestId("differences").innerText();
    want(/the game itself is not here/.test(notes), notes);
    await page.goto(page.url().replace(/&tick=\d+/, "&tick=20"));
    await settled(page);
    want((await page.getByTestId("clock").innerText()) === "2.0s", "the recording has no such moment any more");
  });
}
