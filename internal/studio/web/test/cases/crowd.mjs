// A page with many agents stays usable. The measure is work, which a busy machine does not change: the seconds that the
// page's main thread computes.
import { worked } from "../quiet.mjs";

const most = 0.1; // seconds of work for a frame: there could be 10 a second
const patience = 1; // seconds of work from a click to its effect

/** Measures what a frame of the page takes, on average, in seconds of work. */
async function measure(page, frames = 60) {
  const began = await worked(page);
  await page.evaluate((n) => new Promise((done) => {
    const frame = () => (n-- > 0 ? requestAnimationFrame(frame) : done());
    frame();
  }), frames);
  return ((await worked(page)) - began) / frames;
}

/** Does something to the page again and again while it is measured. */
async function measureWhile(page, act) {
  let on = true;
  const acting = (async () => {
    for (let i = 0; on; i++) await act(i);
  })();
  const result = await measure(page).finally(() => (on = false));
  await acting;
  return result;
}

/** Scrolls and scrubs a timeline of a thousand lanes, and prints the time of a frame. */
async function useLanes(page, want, what, from) {
  const canvas = page.locator("[data-testid=timeline]");
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=timeline]")?.dataset.lanes) === 1000 && Number(document.querySelector("[data-testid=timeline]").dataset.bars) > 20);
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + 60, box.y + 200);
  const scrolled = await measureWhile(page, (i) => page.mouse.wheel(0, i % 40 < 30 ? 170 : -340));
  want(Number(await canvas.getAttribute("data-top")) !== 0, "the lanes are not scrolled");
  const x = box.x + 150 + (from / Number(await canvas.getAttribute("data-to"))) * (box.width - 160);
  await page.mouse.move(x, box.y + 200);
  await page.mouse.down();
  const scrubbed = await measureWhile(page, (i) => page.mouse.move(x + (i % 50), box.y + 200));
  await page.mouse.up();
  await page.waitForFunction(() => new URL(location.href).searchParams.has("tick"));
  console.log(`      ${what}: a frame takes ${ms(scrolled)} while scrolled, ${ms(scrubbed)} while scrubbed`);
  want(Math.max(scrolled, scrubbed) < most, `${what}: a frame takes ${ms(scrolled)} and ${ms(scrubbed)}`);
}

const ms = (work) => `${Math.round(work * 1000)} ms`;

export default function ({ test, want }) {
  const many = ["--agents", "1000", "--tps", "60"];
  for (const view of ["world", "mind", "decision"]) {
    test(`a thousand agents, 60 ticks a second: ${view}`, async ({ open }) => {
      const page = await open("soldier.krk", `view=${view}`);
      const measured = await measure(page);
      console.log(`      ${view}: a frame takes ${ms(measured)}`);
      want(measured < most, `a frame takes ${ms(measured)}`);
      const rows = page.locator(".who:not(.on)");
      want((await rows.count()) < 60, `${await rows.count()} rows are made of a thousand`);
      const name = await rows.nth(3).locator("b").innerText();
      const start = await worked(page);
      await rows.nth(3).click();
      await page.waitForFunction((n) => document.querySelector(".who.on b")?.textContent === n, name);
      const took = (await worked(page)) - start;
      want(took < patience, `a click takes ${took} s of work`);
    }, ...many);
  }

  test("a thousand lanes are scrolled and scrubbed, live and recorded", async ({ open }) => {
    const page = await open("soldier.krk", "view=time");
    await page.getByLabel("record", { exact: true }).click();
    await page.getByLabel("stop recording").waitFor();
    await useLanes(page, want, "live", 30);
    await page.keyboard.press("l");
    await page.getByLabel("stop recording").click();
    await page.waitForSelector('select option[value="traces/soldier-1.ktrace"]', { state: "attached" });
    await page.getByLabel("file").selectOption("traces/soldier-1.ktrace");
    await page.waitForFunction(() => new URL(location.href).searchParams.get("file")?.startsWith("traces/"));
    const begin = parseFloat(await page.locator("[data-testid=clock]").innerText()) * 60;
    await useLanes(page, want, "recorded", begin + 60);
    const thumb = page.getByTestId("thumb");
    await thumb.hover({ position: { x: 2, y: 5 } }); // once it stands still
    await page.mouse.down();
    await page.mouse.move((await thumb.boundingBox()).x + 2, 5000, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=timeline]").dataset.top) > 15000);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/thousand-lanes.png` });
  }, ...many);

  test("a thousand agents: the list reaches all of them", async ({ open }) => {
    const page = await open("soldier.krk", "view=text");
    want(/1000/.test(await page.locator(".agents .head").innerText()), "a thousand are not counted");
    await page.locator("[data-testid=agents]").evaluate((e) => (e.scrollTop = e.scrollHeight));
    await page.waitForFunction(() => [...document.querySelectorAll(".who b")].some((b) => b.textContent.endsWith("#1000")));
    await page.waitForFunction(() => ![...document.querySelectorAll(".doing")].some((d) => d.textContent === "…"));
    await page.locator(".agents .filter").fill("#777");
    await page.waitForFunction(() => document.querySelectorAll(".who").length === 1);
  }, ...many);
}
