// Conditions that tests wait for: events of the page, never time.

/** The time on the clock of the page. */
export const clock = (page) => page.locator("[data-testid=clock]").innerText();

/** Waits until the clock says more than so many seconds. */
export const past = (page, seconds) => page.waitForFunction((s) => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) > s, seconds);

/** Waits until no question is open or about to be asked for some frames in a row. The simulation must stand still. */
export const settled = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        let quiet = 0;
        const look = () => {
          quiet = document.documentElement.dataset.busy === "0" ? quiet + 1 : 0;
          if (quiet > 4) done();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );

/** Pauses, unless another page has, and waits until the page shows that moment. */
export async function pause(page) {
  const play = page.getByLabel("play", { exact: true });
  if (!(await play.count())) await page.getByLabel("pause", { exact: true }).click();
  await play.waitFor();
  await settled(page);
  await page.evaluate(() => document.activeElement?.blur());
}

/** Makes a tick of a simulation that stands still, and waits until the page shows it. */
export async function step(page) {
  const before = await clock(page);
  await page.keyboard.press(".");
  await page.waitForFunction((t) => ![undefined, t].includes(document.querySelector("[data-testid=clock]")?.textContent), before);
  await settled(page);
}

/** How long the main thread of a page has worked, in seconds: a busy machine does not change that. */
export async function worked(page) {
  page.metrics ??= await page.context().newCDPSession(page);
  await page.metrics.send("Performance.enable", { timeDomain: "threadTicks" });
  const { metrics } = await page.metrics.send("Performance.getMetrics");
  return metrics.find((m) => m.name === "TaskDuration").value;
}

/**
 * Begins to measure how long all threads of a page's process work: with painting, which the main thread does not do. The
 * result says it in milliseconds, since then: of the page that has worked most.
 */
export async function spending(page) {
  const renderers = async () => {
    const browser = await page.context().browser().newBrowserCDPSession();
    const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
    await browser.detach();
    return new Map(processInfo.filter((p) => p.type === "renderer").map((p) => [p.id, p.cpuTime]));
  };
  const before = await renderers();
  return async () => 1000 * Math.max(...[...(await renderers())].filter(([id]) => before.has(id)).map(([id, time]) => time - before.get(id)));
}

/** Waits until the page's data is the same for some frames in a row: until an animation has ended. */
export async function still(page, read) {
  for (let last, same = 0; same < 4; ) {
    const now = JSON.stringify(await read());
    same = now === last ? same + 1 : 0;
    last = now;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
