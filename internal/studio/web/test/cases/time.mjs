// Looking back, events and bookmarks.
import { past, pause } from "../quiet.mjs";

export default function ({ test, want }) {
  test("looking back shows the state as it was, and one key leads back to now", async ({ open }) => {
    const page = await open("meal.krk", "view=mind");
    await page.locator(".seed input").fill("1");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) < 5);
    await page.mouse.click(5, 300);
    await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) > 11.5);
    await page.keyboard.press("Space");
    want(/hungry\s*false/.test(await page.locator(".symbols").innerText()), "it is still hungry after the meal");
    for (let i = 0; i < 10; i++) await page.keyboard.press(",");
    await page.waitForFunction(() => /hungry\s*true/.test(document.querySelector(".symbols")?.innerText));
    await page.keyboard.press("l");
    await page.waitForFunction(() => /hungry\s*false/.test(document.querySelector(".symbols")?.innerText));
  });

  test("a drag along the lanes goes to that moment, in all views", async ({ open }) => {
    const page = await open("camp.krk", "view=mind");
    await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) > 6);
    await page.keyboard.press("Space");
    const canvas = page.locator("[data-testid=timeline]");
    const box = await canvas.boundingBox();
    const [from, to] = [Number(await canvas.getAttribute("data-from")), Number(await canvas.getAttribute("data-to"))];
    const x = (tick) => box.x + 150 + ((tick - from) / (to - from)) * (box.width - 160);
    await page.mouse.move(x(50), box.y + 8);
    await page.mouse.down();
    await page.mouse.move(x(30), box.y + 30, { steps: 6 });
    await page.mouse.move(x(20), box.y + 30, { steps: 6 });
    await page.mouse.up();
    await page.waitForURL((u) => Math.abs(Number(u.searchParams.get("tick")) - 20) <= 1);
    const tick = Number(new URL(page.url()).searchParams.get("tick"));
    await page.waitForFunction((t) => document.querySelector("[data-testid=clock]")?.textContent === `${(t / 10).toFixed(1)}s`, tick);
    await page.keyboard.press("l");
    await page.waitForURL((u) => !u.searchParams.has("tick"));
  });

  test("the time view has a lane for each character, with bars", async ({ open }) => {
    const page = await open("gatherer.krk", "view=time");
    const canvas = page.locator("[data-testid=timeline]");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=timeline]")?.dataset.bars) > 20);
    want(Number(await canvas.getAttribute("data-lanes")) === 50, `there are ${await canvas.getAttribute("data-lanes")} lanes`);
    await page.getByLabel("filter lanes").fill("greedy_one#2");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=timeline]")?.dataset.lanes) < 10);
  });

  test("events are found by words and kind, and lead to their moment", async ({ open }) => {
    const page = await open("camp.krk", "view=time");
    await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) > 9);
    await page.getByLabel("find events").fill("light_fire");
    await page.waitForFunction(() => {
      const rows = [...document.querySelectorAll("[data-testid=log] li span")];
      return rows.length > 0 && rows.every((r) => /light_fire/.test(r.textContent));
    });
    await page.waitForURL((u) => u.searchParams.get("q") === "light_fire");
    await page.locator(".fchip", { hasText: "plan" }).first().click();
    await page.locator(".fchip.kind", { hasText: "step started" }).click();
    await page.waitForFunction(() => [...document.querySelectorAll("[data-testid=log] li span")].every((r) => /^step started: light_fire/.test(r.textContent)));
    await page.locator("[data-testid=log] li button").last().click();
    await page.waitForURL((u) => Number(u.searchParams.get("tick")) > 0);
  });

  test("what looks wrong is kept with the half minute before it", async ({ open }) => {
    const page = await open("gatherer.krk", "view=world");
    for (let i = 0; i < 4; i++) await page.keyboard.press("+");
    await past(page, 40);
    await pause(page);
    const name = await page.locator(".who.on b").first().innerText();
    await page.keyboard.press("d");
    await page.waitForFunction(() => [...document.querySelectorAll("option")].some((f) => f.value === "traces/gatherer-1.ktrace"));
    const kept = await open("traces/gatherer-1.ktrace", "view=world");
    await kept.waitForFunction(() => Number(document.querySelector(".world .stage")?.dataset.figures) > 0);
    want((await kept.locator(".who b").allInnerTexts()).includes(name), `${name} is not in the recording`);
    want(!(await kept.getByLabel("keep the last half minute").count()), "a recording offers to record it");
    await page.keyboard.press("e");
    await page.getByRole("button", { name: "bookmarks" }).click();
    await page.waitForFunction(() => [...document.querySelectorAll("[data-testid=bookmarks] input")].some((i) => i.value === "what led to it: traces/gatherer-1.ktrace"));
  });

  test("a bookmark outlasts the page, and is on other pages too", async ({ open, base }) => {
    const page = await open("camp.krk", "view=mind&tick=3");
    await page.waitForSelector("[data-testid=timeline]");
    await page.keyboard.press("b");
    await page.getByLabel("note", { exact: true }).fill("here it begins");
    await page.keyboard.press("Enter");
    const shows = async (p) => {
      if (!(await p.locator(".timepanel").count())) await p.keyboard.press("e");
      await p.getByRole("button", { name: "bookmarks" }).click();
      await p.waitForFunction(() => [...document.querySelectorAll("[data-testid=bookmarks] input")].some((i) => i.value === "here it begins"));
    };
    const second = await open("camp.krk", "view=mind");
    await shows(second);
    await page.reload();
    await page.waitForSelector(".who.on");
    await shows(page);
    const line = page.locator("[data-testid=bookmarks] .mark").first();
    const [note, whose] = [line.locator("input"), line.locator(".quiet")];
    want((await note.boundingBox()).width > 300, `the note has ${(await note.boundingBox()).width} pixels`);
    want(await whose.evaluate((e) => e.scrollWidth <= e.clientWidth) && (await whose.innerText()) === "hunter#1", "the name is cut");
    await second.locator("[data-testid=bookmarks] .when").first().click();
    await second.waitForURL((u) => u.searchParams.get("tick") === "3");
    await second.mouse.click(5, 300);
    await second.keyboard.press("Shift+B");
    await page.waitForFunction(() => !document.querySelector("[data-testid=bookmarks] input"));
    want(page.url().startsWith(base), "the page has left");
  });
}
