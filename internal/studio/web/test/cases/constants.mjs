// Constants as sliders.
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
    const page = await open("meal.krk", "view=plan&plan=1");
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
}
