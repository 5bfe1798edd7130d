// Constants as sliders.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export default function ({ test, want }) {
  test("a constant is tuned in the running simulation, and what was before can be looked at", async ({ open }) => {
    const page = await open("meal.krk", "view=mind");
    await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) > 2);
    await page.keyboard.press("c");
    const slider = page.getByLabel("price", { exact: true });
    await slider.fill("8");
    const number = page.getByLabel("price as text");
    await page.waitForFunction(() => document.querySelector("[aria-label='price as text']")?.value === "8");
    await page.getByLabel("price as it was").click();
    await page.waitForFunction(() => document.querySelector("[aria-label='price as text']")?.value === "5");
    await number.fill("nothing");
    await number.press("Enter");
    await page.waitForSelector(".toast");
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 300);
    for (let i = 0; i < 2; i++) await page.keyboard.press(",");
    await page.waitForFunction(() => document.querySelector(".symbols")?.innerText.includes("hungry"));
    await page.waitForURL((u) => u.searchParams.has("tick"));
  });

  test("what if a constant had another value", async ({ open }) => {
    const page = await open("meal.krk", "view=decision&plan=1");
    await page.waitForSelector("[data-testid=decomposition] .row");
    for (const [name, value] of [["money", "4"], ["has_job", "false"]]) {
      await page.getByLabel("what if").fill(name);
      await page.getByLabel("its value").fill(value);
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction(() => /no plan/.test(document.querySelector(".heading")?.innerText));
    await page.getByLabel("price", { exact: true }).fill("3");
    await page.waitForFunction(() => /steps/.test(document.querySelector(".heading .badge")?.innerText));
    want(/price = 3/.test(await page.locator(".heading").innerText()), "the heading does not tell the value");
  });

  test("tuning is undone, held as A and B, and written to the file as one edit", async ({ open, folder }) => {
    const page = await open("meal.krk", "view=mind");
    const file = join(folder, "meal.krk");
    const before = readFileSync(file, "utf8");
    await page.keyboard.press("c");
    const panel = page.getByTestId("tuning");
    const shows = (value) => page.waitForFunction((v) => document.querySelector("[aria-label='price as text']")?.value === v, value);
    const number = page.getByLabel("price as text");
    const put = async (value) => (await number.fill(value), await number.press("Enter"), await shows(value));
    await put("8");
    await panel.getByRole("button", { name: "undo" }).click();
    await shows("5");
    await panel.getByRole("button", { name: "redo" }).click();
    await shows("8");
    await panel.getByRole("radio", { name: "B" }).click();
    await shows("5");
    await put("3");
    want(/price\s+8\s+3/.test(await page.getByTestId("sides").innerText()), await page.getByTestId("sides").innerText());
    await panel.getByRole("radio", { name: "A" }).click();
    await shows("8");
    want(readFileSync(file, "utf8") === before, "the file was written");
    await panel.getByRole("button", { name: "write to the file" }).click();
    await page.waitForSelector("[data-testid=written]");
    want((await page.getByTestId("written").innerText()) === "written to meal.krk", await page.getByTestId("written").innerText());
    want(readFileSync(file, "utf8") === before.replace("const price = 5", "const price = 8"), "more than the constant was written");
    await page.waitForFunction(() => document.querySelector("[aria-label='price as it was']")?.style.visibility === "hidden");
    await shows("8");
  });

  test("A and B are measured over seeds, and the page goes on meanwhile", async ({ open }) => {
    const page = await open("meal.krk", "view=mind");
    await page.keyboard.press("c");
    const panel = page.getByTestId("tuning");
    await panel.getByRole("radio", { name: "B" }).click();
    await page.getByLabel("price as text").fill("50");
    await page.getByLabel("price as text").press("Enter");
    await page.getByTestId("sides").waitFor();
    await panel.getByText("Sweep over seeds").click();
    await page.getByLabel("number of seeds").fill("3");
    await panel.getByRole("button", { name: "sweep A against B" }).click();
    await page.waitForSelector("[data-testid=sweep] pre");
    want(/^A against B: seeds 1\.\.3/.test(await page.getByTestId("sweep").locator("pre").innerText()), await page.getByTestId("sweep").innerText());
    await page.getByLabel("number of seeds").fill("200");
    await page.getByLabel("seconds of each").fill("3600");
    await panel.getByRole("button", { name: "sweep A against B" }).click();
    await page.waitForSelector("[data-testid=sweep] progress");
    await page.getByTestId("sweep").getByRole("button", { name: "stop" }).click();
    await page.waitForSelector("[data-testid=sweep] progress", { state: "detached" });
  });
}
