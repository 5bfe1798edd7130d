// Tests for all views.
import { clock, pause, settled } from "../quiet.mjs";

export default function ({ test, want }) {
  test("the page says when its server is gone, and when it is back", async ({ open, stop, again }) => {
    const page = await open("meal.krk", "view=world");
    want((await page.getByTestId("gone").count()) === 0, "it says so while the server is there");
    page.faults.push = () => 0; // the browser reports each attempt to connect
    stop();
    await page.getByTestId("gone").waitFor();
    await again();
    await page.getByTestId("gone").waitFor({ state: "detached" });
    await page.waitForSelector(".who.on");
  });

  test("two pages look at the same run", async ({ open }) => {
    const a = await open("meal.krk", "view=mind");
    const b = await open("meal.krk", "view=mind");
    await pause(a);
    const before = await clock(a);
    await b.waitForFunction((t) => document.querySelector("[data-testid=clock]")?.textContent === t, before);
    await a.keyboard.press(".");
    await b.waitForFunction((t) => ![undefined, t].includes(document.querySelector("[data-testid=clock]")?.textContent), before);
  });

  test("the address holds what is looked at", async ({ open, base }) => {
    const page = await open("camp.krk", "view=plan&plan=1&k=7");
    await page.waitForSelector(".row.now");
    const row = await page.locator(".row.now").innerText();
    const other = await open("", "", page.url().slice(base.length));
    await other.waitForSelector(".row.now");
    want((await other.locator(".row.now").innerText()) === row, "the other page shows something else");
  });

  test("the first view takes less than 600 KB", async ({ open }) => {
    for (const view of ["world", "mind", "plan", "domain", "text"]) {
      const page = await open("gatherer.krk", `view=${view}`);
      await pause(page);
      const bytes = await page.evaluate(() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind)).reduce((sum, e) => sum + e.transferSize, 0));
      want(bytes > 50_000 && bytes < 600_000, `${view} takes ${bytes} bytes`);
      console.log(`      ${view}: ${Math.round(bytes / 1000)} KB`);
    }
  });
}
