// What would come of a text before it is saved, versions of it, and two pages that write the same file.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export default function ({ test, want }) {
  const ready = (page) => page.waitForFunction(() => window.draft?.measured.count > 0);
  const replaced = async (page, old, text) => {
    await page.evaluate(([old, text]) => {
      const { view } = window.draft;
      const at = view.state.doc.toString().indexOf(old);
      if (at < 0) throw new Error(`there is no ${old}`);
      view.dispatch({ changes: { from: at, to: at + old.length, insert: text } });
    }, [old, text]);
  };
  const done = (page) => page.waitForSelector("[data-testid=consequences][data-done=yes]");

  test("before a text is saved its consequences are shown: tests, the chosen one, recorded decisions", async ({ open, folder }) => {
    const page = await open("meal.krk", "view=text&agent=villager%231");
    await ready(page);
    const file = join(folder, "meal.krk");
    const before = readFileSync(file, "utf8");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=clock]")?.textContent?.match(/[\d.]+/)?.[0] ?? 9) > 2);
    await page.getByRole("button", { name: "consequences", exact: true }).click();
    await done(page);
    want(/ 0 of \d+ recorded plannings would differ/.test(` ${(await page.getByTestId("recording").first().innerText()).replace("this run: ", "")}`), `nothing was changed: ${await page.getByTestId("recording").first().innerText()}`);
    await replaced(page, "const price = 5", "const price = 500");
    await page.waitForFunction(() => /newly failed/.test(document.querySelector("[data-testid=tests]")?.textContent ?? ""));
    await page.waitForFunction(() => /then\s*no plan/.test(document.querySelector("[data-testid=choice]")?.innerText ?? ""));
    await done(page);
    const text = await page.getByTestId("recording").first().innerText();
    want(/[1-9]\d* of \d+ recorded plannings would differ, each on its recorded state/.test(text) && /no plan/.test(text), text);
    want(readFileSync(file, "utf8") === before, "the file was written");
    await page.screenshot({ path: join(process.env.SHOTS ?? folder, "consequences.png") });
    await page.getByTestId("recording").first().locator("li button").first().click();
    await page.waitForFunction(() => /view=decision/.test(location.search) && /tick=\d+/.test(location.search));
  });

  test("two pages that write one file lose nothing: what both changed is merged, or somebody chooses", async ({ open, folder }) => {
    const [one, two] = [await open("meal.krk", "view=text"), await open("meal.krk", "view=text")];
    const file = join(folder, "meal.krk");
    await ready(one);
    await ready(two);
    await replaced(one, "const price = 5", "const price = 6");
    await replaced(two, 'method "eat what we have"', 'method "eat"');
    await one.getByRole("button", { name: "save and go on" }).click();
    await one.waitForFunction(() => /^saved/.test(document.querySelector("[data-testid=note]")?.textContent ?? ""));
    await two.getByRole("button", { name: "merge both" }).click();
    await two.getByRole("button", { name: "take the merge over" }).click();
    await two.getByRole("button", { name: "save and go on" }).click();
    await two.waitForFunction(() => /^saved/.test(document.querySelector("[data-testid=note]")?.textContent ?? ""));
    let text = readFileSync(file, "utf8");
    want(text.includes("const price = 6") && text.includes('method "eat" '), "an edit is lost");
    await one.waitForFunction(() => window.draft.view.state.doc.toString().includes('method "eat" ')); // a page without changes follows the file
    await replaced(one, "const price = 6", "const price = 7");
    await replaced(two, "const price = 6", "const price = 8");
    await one.getByRole("button", { name: "save and go on" }).click();
    await one.waitForFunction(() => /^saved/.test(document.querySelector("[data-testid=note]")?.textContent ?? ""));
    await two.getByRole("button", { name: "merge both" }).click();
    const merge = two.getByTestId("merge");
    want(await merge.getByRole("button", { name: "take the merge over" }).isDisabled(), "a conflict needs a choice");
    want((await merge.getByRole("button", { name: "take the merge over" }).evaluate((e) => Number(getComputedStyle(e).opacity))) < 1, "a button that does nothing yet looks like one that does");
    want(/price = 7[^]*price = 8/.test(await merge.innerText()), await merge.innerText());
    await two.screenshot({ path: join(process.env.SHOTS ?? folder, "merge.png") });
    await merge.getByLabel("my text").check();
    await merge.getByRole("button", { name: "take the merge over" }).click();
    await two.getByRole("button", { name: "save and go on" }).click();
    await two.waitForFunction(() => /^saved/.test(document.querySelector("[data-testid=note]")?.textContent ?? ""));
    text = readFileSync(file, "utf8");
    want(text.includes("const price = 8") && !text.includes("const price = 7"), "the choice was not taken over");
  });

  test("the text is compared with the file, the last commit and a moment, as lines and on the graph", async ({ open, folder }) => {
    const page = await open("meal.krk", "view=text");
    await ready(page);
    await replaced(page, 'method "eat what we have" when has_meal ', 'method "eat what we have" when has_meal && hungry ');
    await page.getByRole("button", { name: "differences", exact: true }).click();
    await page.waitForSelector('[data-mark="changed"][data-path*="eat what we have"]');
    want(/1 changed/.test(await page.getByTestId("versions").innerText()), await page.getByTestId("versions").innerText());
    await page.screenshot({ path: join(process.env.SHOTS ?? folder, "differences.png") });
    await page.getByLabel("compare with").selectOption("head");
    await page.waitForFunction(() => /git/.test(document.querySelector("[data-testid=versions] [role=alert]")?.textContent ?? ""));
    const git = (...args) => execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", ...args]);
    git("init", "-q");
    git("add", "meal.krk");
    git("commit", "-qm", "first");
    writeFileSync(join(folder, "unused"), "");
    await page.getByLabel("compare with").selectOption("moment");
    await page.waitForSelector('[data-testid=versions][data-count="1"]');
    await page.getByLabel("compare with").selectOption("head");
    await page.waitForSelector('[data-testid=versions][data-count="1"]');
    await page.waitForSelector("[data-testid=versions] ins");
  });
}
