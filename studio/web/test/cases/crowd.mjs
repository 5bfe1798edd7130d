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
