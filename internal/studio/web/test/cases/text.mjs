// Writing the program.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lineOf } from "../lines.mjs";
import { pause, settled } from "../quiet.mjs";

export default function ({ test, want }) {
  test("a saved text changes behaviour, a faulty one shows its place and the run goes on as it was", async ({ open, folder }) => {
    const page = await open("soldier.krk", "view=text");
    await page.waitForSelector(".cm-content");
    const file = join(folder, "soldier.krk");
    const before = readFileSync(file, "utf8");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("state agent { studio_was_here: int = 7 }\nnonsense\n");
    await page.locator(".findings .error", { hasText: "soldier.krk:2:1" }).first().waitFor(); // what is half typed has other mistakes
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => /saved; the run goes on as it was: the program has mistakes/.test(document.querySelector("[data-testid=note]")?.textContent));
    want(readFileSync(file, "utf8") === `state agent { studio_was_here: int = 7 }\nnonsense\n${before}`, "a text with mistakes was not written");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(`state agent { studio_was_here: int = 7 }\n${before}`);
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => /saved; the run goes on/.test(document.querySelector("[data-testid=note]")?.textContent));
    await page.mouse.click(5, 300);
    await page.keyboard.press("2");
    await page.waitForFunction(() => /studio_was_here\s*7/.test(document.querySelector(".symbols")?.innerText ?? ""));
  });

  test("a save does not overwrite what was written elsewhere, unless that is wanted", async ({ open, folder }) => {
    const page = await open("meal.krk", "view=text");
    await page.waitForSelector(".cm-content");
    const file = join(folder, "meal.krk");
    const before = readFileSync(file, "utf8");
    // Mine is begun first: a page without changes of its own takes a changed file over by itself.
    const write = async (mine, theirs) => {
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(mine);
      writeFileSync(file, theirs);
      await page.keyboard.press("Control+s");
    };
    await write(`${before}// mine\n`, `${before}// theirs\n`);
    await page.getByTestId("conflict").waitFor();
    want(readFileSync(file, "utf8").endsWith("// theirs\n"), "what was written elsewhere is gone");
    await page.getByRole("button", { name: "load the file" }).click();
    await page.waitForFunction(() => document.querySelector(".cm-content")?.textContent.includes("// theirs"));
    await page.getByTestId("conflict").waitFor({ state: "detached" });
    await write(`${before}// mine again\n`, `${before}// theirs again\n`);
    await page.getByRole("button", { name: "overwrite" }).click();
    await page.waitForFunction(() => /^saved/.test(document.querySelector("[data-testid=note]")?.textContent));
    want(readFileSync(file, "utf8").endsWith("// mine again\n"), "it was not overwritten");
  });

  test("what is written is not lost: in other views, in other files, by laying out", async ({ open, folder }) => {
    const page = await open("soldier.krk", "view=text");
    const content = page.locator(".cm-content");
    await content.click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("state agent   {   brand_new:int=7 }\n");
    await page.waitForFunction(() => /●/.test(document.querySelector(".text .tab.on")?.textContent));
    await page.getByRole("button", { name: "weapons.krk", exact: true }).click();
    await page.waitForFunction(() => !document.querySelector(".cm-content")?.textContent.includes("brand_new"));
    want(/●/.test(await page.locator(".text .tab", { hasText: "soldier.krk" }).innerText()), "the tab does not say that its text is not saved");
    await page.mouse.click(5, 300);
    await page.keyboard.press("2");
    await page.waitForSelector(".mind");
    await page.keyboard.press("5");
    await page.getByRole("button", { name: "soldier.krk" }).click();
    await page.waitForFunction(() => document.querySelector(".cm-content")?.textContent.includes("brand_new"));
    want(/as it was left/.test(await page.getByTestId("note").innerText()), "it does not say that it is not saved");
    await content.click();
    await page.keyboard.press("Control+Home");
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "lay out" }).click();
    await page.waitForFunction(() => document.querySelector(".cm-content")?.textContent.includes("brand_new: int = 7"));
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => /^saved/.test(document.querySelector("[data-testid=note]")?.textContent));
    want(!/●/.test(await page.locator(".text .tab.on").innerText()), "it is saved and says that it is not");
    want(/brand_new: int = 7/.test(readFileSync(join(folder, "soldier.krk"), "utf8")), "it is not in the file");
  });

  test("names are completed: what was saved just now, and what has yet to be", async ({ open }) => {
    const page = await open("meal.krk", "view=text");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("state agent { lately_saved: int = 7 }\n");
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => /^saved/.test(document.querySelector("[data-testid=note]")?.textContent));
    await page.keyboard.insertText("state agent { not_yet_saved: int = 7 }\n");
    const offered = async (text) => {
      await page.keyboard.type(text);
      do {
        await page.keyboard.press("Control+Space"); // asks, should the answer to the keys have come between two of them
        await settled(page);
      } while (!(await page.locator(".cm-tooltip-autocomplete li").count()));
      const list = await page.locator(".cm-tooltip-autocomplete li").allInnerTexts();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Enter");
      return list.join();
    };
    want(/lately_saved.*agent int/s.test(await offered("latel")), "a name that was saved is not offered with its type");
    want(/not_yet_saved/.test(await offered("not_y")), "a name of the text is not offered");
    await page.keyboard.type("// latel");
    await page.keyboard.press("Control+Space"); // asks for them
    await settled(page);
    want((await page.locator(".cm-tooltip-autocomplete").count()) === 0, "names are offered in a comment");
  });

  test("clauses are completed where they may stand, and explained", async ({ open }) => {
    const page = await open("meal.krk", "view=text");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("operator nap {\n    \n}\n");
    for (const key of ["ArrowUp", "ArrowUp", "End"]) await page.keyboard.press(key);
    await page.keyboard.type("fail");
    await page.waitForSelector(".cm-tooltip-autocomplete li");
    const list = await page.locator(".cm-tooltip-autocomplete li").allInnerTexts();
    want(/fail_after.*a constant time/s.test(list.join()), `fail_after is not offered with what it takes: ${list}`);
    want(!/fail_if/.test(list.join()), "a clause of nodes is offered in an operator");
    await page.waitForSelector(".cm-completionInfo");
    want(/time after which the step fails/.test(await page.locator(".cm-completionInfo").innerText()), "it is not explained");
  });

  test("several mistakes are shown at once, while one writes", async ({ open }) => {
    const page = await open("gatherer.krk", "view=text");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("operator x1 { do nobody_knows }\noperator x2 { when heath > 3; do wander_about }\n");
    await page.waitForFunction(() => document.querySelectorAll(".findings .error").length >= 2);
    want((await page.locator(".cm-lintRange-error").count()) >= 2, "not all are underlined");
    await page.locator(".findings .error").nth(1).click();
    want(await page.evaluate(() => document.activeElement?.classList.contains("cm-content")), "a finding does not lead to its place");
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "mistakes.png") });
  });

  test("from a name to what it stands for", async ({ open }) => {
    const page = await open("gatherer.krk", `view=text&src=gatherer.krk&line=${lineOf("gatherer/gatherer.krk", "brain gatherer as brave")}`);
    await page.waitForSelector(".cm-content:focus");
    for (let i = 0; i < 2; i++) await page.keyboard.press("Control+ArrowRight");
    await page.keyboard.press("F12");
    await page.waitForURL((u) => u.searchParams.get("line") === String(lineOf("gatherer/gatherer.krk", "brain gatherer {")));
  });
}
