// Writing the program.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export default function ({ test, want }) {
  test("a saved text changes behaviour, a faulty one shows its place and changes nothing", async ({ open, folder }) => {
    const page = await open("soldier.krk", "view=text");
    await page.waitForSelector(".cm-content");
    const file = join(folder, "soldier.krk");
    const before = readFileSync(file, "utf8");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("state agent { studio_was_here: int = 7 }\nnonsense\n");
    await page.waitForSelector(".findings .error");
    want(/soldier.krk:2:1/.test(await page.locator(".findings").innerText()), "the place is not told");
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => /not saved/.test(document.querySelector("[data-testid=note]")?.textContent));
    want(readFileSync(file, "utf8") === before, "a faulty text was written");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(`state agent { studio_was_here: int = 7 }\n${before}`);
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => /saved; the run goes on/.test(document.querySelector("[data-testid=note]")?.textContent));
    await page.mouse.click(5, 300);
    await page.keyboard.press("2");
    await page.waitForFunction(() => /studio_was_here\s*7/.test(document.querySelector(".symbols")?.innerText ?? ""));
  });

  test("from a name to what it stands for", async ({ open }) => {
    const page = await open("gatherer.krk", "view=text&src=gatherer.krk&line=100"); // brain gatherer as brave
    await page.waitForSelector(".cm-content:focus");
    for (let i = 0; i < 2; i++) await page.keyboard.press("Control+ArrowRight");
    await page.keyboard.press("F12");
    await page.waitForURL((u) => u.searchParams.get("line") === "69");
  });
}
