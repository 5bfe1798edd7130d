// The mind of a character.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clock, pause, past as passed, settled, step } from "../quiet.mjs";

export default function ({ test, want, file }) {
  file("abort.krk", readFileSync(join(process.env.ROOT ?? "../../..", "internal/studio/testdata/abort.krk")));

  test("the bars of each candidate add up to its score", async ({ open }) => {
    const page = await open("gatherer.krk", "view=mind&agent=brave_one%231");
    await past(page, 6);
    const list = [];
    for (let i = 0; i < 6; i++) {
      list.push(...(await page.locator("[data-testid=want]").evaluateAll((all) => all.map((e) => ({ score: Number(e.dataset.score), sum: Number(e.dataset.sum), text: e.innerText })))));
      await page.keyboard.press("j");
      await settled(page);
    }
    want(list.filter((w) => w.score > 0).length > 6, `only ${list.length} candidates are shown`);
    for (const w of list) want(Math.abs(w.score - w.sum) < 1e-6, `the shares come to ${w.sum}: ${w.text}`);
    want((await page.locator("[data-testid=want].chosen").count()) === 1, "none is the choice");
    want((await page.locator("[data-testid=want] .stack i").count()) > 0, "no share is drawn");
  });

  test("a curve is shown with a dot where its input is", async ({ open }) => {
    const page = await open("gatherer.krk", "view=mind&agent=brave_one%231");
    await past(page, 3);
    const item = page.locator("[data-testid=want] .row", { hasText: "get_item" }).first();
    for (let i = 0; i < 11 && (await item.count()) === 0; i++) {
      await page.keyboard.press("j"); // somebody knows of an item
      await settled(page);
    }
    await item.click();
    const curved = page.locator("[data-testid=curved]").first();
    await curved.focus();
    const box = page.locator("[data-testid=curve]");
    await box.waitFor();
    const { x, y } = await box.evaluate((e) => ({ x: Number(e.dataset.x), y: Number(e.dataset.y) }));
    const dot = await page.locator("[data-testid=dot]").evaluate((e) => ({ x: Number(e.getAttribute("cx")), y: Number(e.getAttribute("cy")) }));
    want(Math.abs(dot.x - (26 + x * 206)) < 0.01 && Math.abs(dot.y - (114 - y * 106)) < 0.01, `the dot is at ${dot.x}, ${dot.y} for ${x}, ${y}`);
    const line = (await page.locator("[data-testid=curve] polyline").getAttribute("points")).split(" ").map((p) => p.split(",").map(Number));
    const near = line.reduce((a, b) => (Math.abs(b[0] - dot.x) < Math.abs(a[0] - dot.x) ? b : a));
    want(Math.abs(near[1] - dot.y) < 4, "the dot is not on its curve");
    want(/quadratic/.test(await box.innerText()) && /energy/.test(await box.innerText()), `the curve says ${await box.innerText()}`);
    await page.locator("[data-testid=scores] canvas").waitFor();
  });

  test("the times of a running step run, and what ends it is told", async ({ open }) => {
    const page = await open("fireteam.krk", "view=mind&agent=alpha");
    await past(page, 5);
    await page.locator("[data-testid=running] [data-testid=timer]").first().waitFor();
    const left = () => page.locator("[data-testid=running] [data-testid=timer]").first().getAttribute("data-left").then(Number);
    const before = await left();
    await page.keyboard.press(".");
    await page.waitForFunction((b) => Number(document.querySelector("[data-testid=running] [data-testid=timer]")?.dataset.left) < b, before);
    want(Math.abs(before - (await left()) - 0.1) < 0.01, `a tick has taken ${before - (await left())}s`);
    want(/done when/.test(await page.locator("[data-testid=running]").innerText()), "what ends the step is not told");
  });

  test("an abort flashes with the symbol that has caused it", async ({ open }) => {
    const page = await open("abort.krk", "view=mind&agent=dog%231");
    await past(page, 1);
    want((await page.locator(".service").count()) === 1 && /score 0.5/.test(await page.locator("[data-testid=tree]").innerText()), "the service or a score is not shown");
    await page.locator("tr", { hasText: "cat_near" }).locator("button.value").click();
    await page.locator(".symbols td input").fill("true");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /cat_near\s*true/.test(document.querySelector(".symbols")?.innerText));
    await page.keyboard.press(".");
    const fired = page.locator("[data-testid=fired]");
    await fired.waitFor();
    want(/cat_near was false, is true/.test(await fired.innerText()), `the cause is told as ${await fired.innerText()}`);
    want(/cat_near was false, is true/.test(await page.locator("[data-testid=abort]").innerText()), "the head does not tell of it");
    want((await page.locator(".node.flash").count()) === 1, "no node flashes");
    want(await fired.evaluate((e) => e.offsetWidth <= e.parentElement.offsetWidth && e.scrollWidth <= e.clientWidth), "what is told lies over the nodes beside it, or is cut");
  });

  test("roles, tokens and orders of a squad are shown, now and of the past", async ({ open }) => {
    const page = await open("fireteam.krk", "view=mind&agent=alpha");
    for (let i = 0; i < 4; i++) await page.getByLabel("faster").click();
    await passed(page, 36);
    await pause(page);
    for (let i = 0; i < 150 && (await page.locator("[data-testid=tokens] .holder .bar").count()) === 0; i++) await step(page); // until somebody shoots
    const roles = await page.locator("[data-testid=roles]").innerText();
    want(/base/.test(roles) && /flanker/.test(roles) && /rifleman#/.test(roles), `the roles are ${roles}`);
    await page.waitForFunction(() => /fire\s+[123] of 3/.test(document.querySelector("[data-testid=tokens]")?.innerText));
    want((await page.locator("[data-testid=squad] [data-testid=orders] li").count()) > 0, "no order is shown");
    const tick = Math.round(parseFloat(await clock(page)) * 10);
    for (let i = 0; i < 8; i++) await step(page);
    await page.goto(`${page.url()}&tick=${tick}`);
    await page.waitForFunction((r) => document.querySelector("[data-testid=roles]")?.innerText === r, roles);
    await page.locator("[data-testid=roles] .who-link").first().click();
    await page.locator("[data-testid=member]").waitFor();
    want(/Member of\s+alpha/.test(await page.locator("[data-testid=member]").innerText()), "the member does not tell of its squad");
    want(/legs/.test(await page.locator("[data-testid=control]").innerText()), "who has the legs is not told");
    want((await page.locator("[data-testid=memory] .facts li").count()) > 0, "it remembers nothing");
  });

  test("what is folded stays folded", async ({ open }) => {
    const page = await open("gatherer.krk", "view=mind&agent=brave_one%231");
    await page.locator("[data-testid=brain] .fold").first().click();
    want((await page.locator("[data-testid=want]").count()) === 0, "it is still open");
    await page.reload();
    await page.locator("[data-testid=brain]").waitFor();
    want((await page.locator("[data-testid=want]").count()) === 0, "it has opened again");
    await page.locator("[data-testid=brain] .fold").first().click();
    await page.locator("[data-testid=want]").first().waitFor();
  });

  test("a node of a large tree is found", async ({ open }) => {
    const page = await open("big.krk", "view=mind&agent=walker%231");
    await page.locator(".node").first().waitFor();
    await pause(page);
    await page.getByLabel("find in forest").fill("a > 850");
    await page.keyboard.press("Enter");
    await page.locator(".node.found", { hasText: "a > 850" }).waitFor();
  });
}

/** Carries on until some seconds have passed, then pauses. */
async function past(page, seconds) {
  await page.getByLabel("faster").click();
  await page.getByLabel("faster").click();
  await passed(page, seconds);
  await pause(page);
}
