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

  test("Ctrl K finds what is searched for, whatever it is", async ({ open }) => {
    const page = await open("camp.krk", "view=text");
    await pause(page);
    const find = async (text, chosen) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "search everything" }).fill(text);
      const first = page.locator("[data-testid=found] .on");
      await first.waitFor();
      want(chosen.test(await first.innerText()), `${text}: the first is ${await first.innerText()}`);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await page.locator(".cm-content").click(); // where one writes, too
    const text = (await page.locator(".cm-content").innerText()).slice(0, 200);
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Escape");
    want((await page.locator(".cm-content").innerText()).startsWith(text), "it has changed the text");
    await find("world", /World/);
    await page.waitForURL(/view=world/);
    await find("shtdeer", /operator\s+shoot_deer/);
    await page.waitForURL(/view=text.*line=\d+/);
    await page.waitForSelector(".cm-content");
    await find("get_food/fish", /why not\s+get_food\/fish/);
    await page.getByTestId("whynot").waitFor();
    await find("dark", /dark or light/);
    await page.waitForSelector(":root[data-theme=light]");
    await find("gatherer", /file\s+gatherer\.krk/);
    await page.waitForFunction(() => document.querySelectorAll(".who").length > 10);
    await find("cautious_one#3", /cautious_one#3/);
    await page.waitForURL(/agent=cautious_one/);

    // The arrows choose another, a click too, and Escape leaves all as it is.
    await page.getByLabel("search", { exact: true }).click();
    await page.getByRole("combobox", { name: "search everything" }).fill("view");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const second = (await page.locator("[data-testid=found] .on span").innerText()).toLowerCase();
    await page.keyboard.press("Enter");
    await page.locator("nav .tab.on", { hasText: new RegExp(second, "i") }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "search everything" }).fill("nothing of this kind");
    await page.getByText("nothing is called that").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
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
    const page = await open("camp.krk", "view=decision&plan=1&k=7");
    await page.waitForSelector(".row.now");
    const row = await page.locator(".row.now").innerText();
    const other = await open("", "", page.url().slice(base.length));
    await other.waitForSelector(".row.now");
    want((await other.locator(".row.now").innerText()) === row, "the other page shows something else");
  });

  test("the first view takes less than 600 KB", async ({ open }) => {
    for (const view of ["world", "mind", "decision", "domain", "text"]) {
      const page = await open("gatherer.krk", `view=${view}`);
      await pause(page);
      const bytes = await page.evaluate(() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind)).reduce((sum, e) => sum + e.transferSize, 0));
      want(bytes > 50_000 && bytes < 600_000, `${view} takes ${bytes} bytes`);
      console.log(`      ${view}: ${Math.round(bytes / 1000)} KB`);
    }
  });
}
