// A page on many agents: it stays usable, and the simulation keeps its pace.
const least = 10; // frames a second, with software rendering on a machine that does other things too
const patience = 1000; // ms from a click to what it shows

/** Counts frames of the page for some seconds, and ticks of the simulation beside. */
async function measure(page, seconds = 3) {
  const clock = () => page.locator("[data-testid=clock]").innerText().then(parseFloat);
  const [first, began] = [await clock(), Date.now()];
  const frames = await page.evaluate((ms) => new Promise((done) => {
    let n = 0;
    const end = performance.now() + ms;
    const frame = () => (n++, performance.now() < end ? requestAnimationFrame(frame) : done(n));
    requestAnimationFrame(frame);
  }), seconds * 1000);
  return { fps: frames / seconds, speed: ((await clock()) - first) / ((Date.now() - began) / 1000) };
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

/** Scrolls and scrubs a time line of a thousand lanes, and tells how many frames a second there are. */
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
  console.log(`      ${what}: ${scrolled.fps.toFixed(1)} frames a second while scrolled, ${scrubbed.fps.toFixed(1)} while scrubbed`);
  want(Math.min(scrolled.fps, scrubbed.fps) >= least, `${what}: ${scrolled.fps.toFixed(1)} and ${scrubbed.fps.toFixed(1)} frames a second, at least ${least} are wanted`);
}

export default function ({ test, want }) {
  const many = ["--agents", "1000", "--tps", "60"];
  for (const view of ["world", "mind", "plan"]) {
    test(`a thousand agents, 60 ticks a second: ${view}`, async ({ open }) => {
      const page = await open("soldier.krk", `view=${view}`);
      await page.waitForTimeout(1500);
      const { fps, speed } = await measure(page);
      console.log(`      ${view}: ${fps.toFixed(1)} frames a second, ${speed.toFixed(2)} simulated seconds in one`);
      want(fps >= least, `${fps.toFixed(1)} frames a second, at least ${least} are wanted`);
      want(speed > 0.8, `the simulation goes on at ${speed.toFixed(2)} times its pace`);
      const rows = page.locator(".who:not(.on)");
      want((await rows.count()) < 60, `${await rows.count()} rows are made of a thousand`);
      const name = await rows.nth(3).locator("b").innerText();
      const start = Date.now();
      await rows.nth(3).click();
      await page.waitForFunction((n) => document.querySelector(".who.on b")?.textContent === n, name, { polling: 50 });
      want(Date.now() - start < patience, `a click takes ${Date.now() - start} ms`);
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
    const thumb = await page.getByTestId("thumb").boundingBox();
    await page.mouse.move(thumb.x + thumb.width / 2, thumb.y + 5);
    await page.mouse.down();
    await page.mouse.move(thumb.x + 2, 5000, { steps: 5 });
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
