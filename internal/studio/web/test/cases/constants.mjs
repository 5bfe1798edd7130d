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

  test("every number has a slider: tuned while it runs, undone, held as A and B, written where it stands", async ({ open, folder }) => {
    const page = await open("gatherer.krk", "view=text");
    const file = join(folder, "gatherer.krk");
    const before = readFileSync(file, "utf8");
    // Of what is selected in the graph, the numbers come first.
    await page.waitForSelector(".card");
    const operator = await page.evaluate(() => window.draft.get().parts.find((p) => ["operator", "want", "goal", "sense", "agent", "brain"].includes(p.kind) && /\d/.test(window.draft.text(p)))?.path);
    await page.evaluate((p) => window.draft.select(p), operator);
    await page.locator(".graph-edit").focus();
    await page.keyboard.press("c");
    const panel = page.getByTestId("tuning");
    const own = panel.getByRole("region", { name: `numbers of ${operator}` });
    const slider = own.getByRole("slider").first();
    const name = await slider.getAttribute("aria-label");
    const number = own.getByLabel(`${name} as text`);
    const said = await number.inputValue();
    const shows = (value) => page.waitForFunction(([n, v]) => document.querySelector(`[aria-label=${JSON.stringify(`numbers of ${n.path}`)}] [aria-label=${JSON.stringify(`${n.name} as text`)}]`)?.value === v, [{ path: operator, name }, value]);
    const other = said.replace(/^-?[\d.]+/, (n) => String(Number(n) + 1));
    await number.fill(other);
    await number.press("Enter");
    await shows(other);
    await page.waitForFunction(() => [...document.querySelectorAll("[data-testid=tuning] tr.changed")].length > 0);
    await panel.getByRole("button", { name: "undo" }).click();
    await shows(said);
    await panel.getByRole("button", { name: "redo" }).click();
    await shows(other);
    await panel.getByRole("radio", { name: "B" }).click();
    await shows(said);
    want((await page.getByTestId("sides").innerText()).includes(other), await page.getByTestId("sides").innerText());
    await panel.getByRole("radio", { name: "A" }).click();
    await shows(other);
    // However fast one goes to and fro, the run has in the end what was chosen last.
    await panel.evaluate(async (el) => {
      for (let i = 0; i < 21; i++) {
        [...el.querySelectorAll("[role=radio]")].find((b) => b.textContent === (i % 2 ? "A" : "B")).click();
        await new Promise(requestAnimationFrame); // the page draws between two clicks, and the server has not answered
      }
    });
    await shows(said);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await page.locator(".graph-edit").focus();
    await page.keyboard.press("c");
    await shows(said);
    await panel.getByRole("radio", { name: "A" }).click();
    await shows(other);
    // By its slider, with the keys; a value that the program cannot have is refused, and the run goes on.
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(([n, v]) => document.querySelector(`[aria-label=${JSON.stringify(`${n} as text`)}]`)?.value !== v, [name, other]);
    const tuned = await number.inputValue();
    await number.fill("many");
    await number.press("Enter");
    await page.waitForSelector(".toast");
    await shows(tuned);
    want(readFileSync(file, "utf8") === before, "the file was written");
    await panel.getByRole("button", { name: "write to the file" }).click();
    await page.waitForSelector("[data-testid=written]");
    want((await page.getByTestId("written").innerText()) === "written to gatherer.krk", await page.getByTestId("written").innerText());
    const at = before.split("\n").findIndex((l, i) => l !== readFileSync(file, "utf8").split("\n")[i]);
    const [was, is] = [before, readFileSync(file, "utf8")].map((t) => t.split("\n"));
    want(is[at] === was[at].replace(said, tuned) && was.every((l, i) => i === at || l === is[i]), `${was[at]}\n${is[at]}`);
    // The search finds them by their lines.
    await page.getByLabel("search numbers").fill("lose_range");
    await page.waitForFunction(() => document.querySelectorAll(".numbers tr").length === 1 && /lose_range/.test(document.querySelector(".numbers .link").title));
  });
}
