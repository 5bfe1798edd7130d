// The plan explorer.
import { readFileSync } from "node:fs";
import { clock, past, pause, settled, step } from "../quiet.mjs";

export default function ({ test, want }) {
  test("a why-not question is answered with the condition and the value", async ({ open }) => {
    const page = await open("camp.krk", "view=decision&plan=1");
    await page.waitForSelector("[data-testid=decomposition] .row");
    await page.keyboard.press("/");
    await page.keyboard.type("camp/rested already");
    await page.keyboard.press("Enter");
    const answer = page.locator("[data-testid=whynot]");
    await answer.waitFor();
    const text = await answer.innerText();
    want(/condition false/.test(text) && /rested already: rested = false/.test(text), `the answer is ${text}`);
  });

  test("what it would take, who made it so, and what would be with another value, are asked beside why not", async ({ open }) => {
    const page = await open("camp.krk", "view=decision&plan=1");
    await page.waitForSelector("[data-testid=decomposition] .row");
    await pause(page); // the answers are of one moment
    const ask = async (kind, text, is) => {
      await page.getByLabel("question").selectOption(kind);
      await page.keyboard.press("Escape");
      const line = page.getByLabel("why not", { exact: true });
      const asked = () => page.evaluate(() => new URL(location.href).searchParams.get("why"));
      do {
        await line.fill(text);
        await line.press("Enter");
      } while ((await asked()) !== text); // the page may still have cleared it for the new question
      await page.waitForFunction((is) => new RegExp(is).test(document.querySelector("[data-testid=asked]")?.textContent), is);
    };
    await ask("what would", "camp/rested already", "rested = true \\(now false\\)");
    await ask("who made", "rested", "start: rested = false");
    await ask("what if", "rested = true", "rested: true, was false");
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/asked.png` });
  });

  test("what was taken back stays visible, with the step that had set the value", async ({ open }) => {
    const page = await open("camp.krk", "view=decision&plan=1");
    const row = page.locator(".row.leaf.abandoned", { hasText: "keep_watch" }).first();
    await row.waitFor();
    const text = await row.innerText();
    want(/arrows > 0/.test(text) && /set by step 1, shoot_deer/.test(text), `the row says ${text}`);
  });

  test("the search is stepped through forwards and backwards, with the state", async ({ open }) => {
    const page = await open("camp.krk", "view=decision&plan=1&k=0");
    await page.waitForSelector(".row.now");
    want(/no step yet/.test(await page.locator(".state").innerText()), "a step is told of at the beginning");
    for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowRight");
    await page.waitForURL((u) => u.searchParams.get("k") === "6");
    want(/shoot_deer/.test(await page.locator(".state .chips").innerText()), "the first step is not told of");
    want(/meat\s*0 2/.test(await page.locator(".state table").innerText()), "what it changes is not told of");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => /no step yet/.test(document.querySelector(".state")?.textContent));
  });

  test("old against new: the verdict is what the runner did, a cooldown is one of its own", async ({ open }) => {
    const page = await open("verdicts.krk", "view=decision&agent=thrower%231");
    const verdict = page.locator("[data-testid=verdict]");
    await page.waitForFunction(() => /cooldown/.test(document.querySelector("[data-testid=verdict] b")?.textContent));
    want(/throw is cooling down/.test(await verdict.innerText()), `it says ${await verdict.innerText()}`);
    await page.goto(page.url().replace(/view=decision&agent=[^&]*/, "view=mind&agent=merger%231"));
    await page.waitForSelector(".who.on");
    await page.getByLabel("pause", { exact: true }).click();
    await page.locator(".seed input").fill("1");
    await page.keyboard.press("Enter");
    await page.evaluate(() => document.activeElement?.blur());
    await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) < 0.5);
    await page.keyboard.press(".");
    await page.locator("[data-testid=running]", { hasText: "go_there" }).waitFor();
    await page.locator("tr", { hasText: "loud" }).locator("button").click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("true");
    await page.keyboard.press("Enter");
    await page.keyboard.press(".");
    await page.keyboard.press("3");
    await page.waitForFunction(() => /merged at step 1/.test(document.querySelector("[data-testid=verdict] b")?.textContent));
    want(/go_there continues as step 1/.test(await verdict.innerText()), `it says ${await verdict.innerText()}`);
    await verdict.click();
    want((await page.locator(".two .joint").innerText()) === "go_there", "the step that goes on is not marked");
  });

  test("what if: another value, another plan", async ({ open }) => {
    const page = await open("camp.krk", "view=decision&plan=1");
    await page.waitForSelector("[data-testid=decomposition] .row");
    await page.getByLabel("what if").focus();
    await page.keyboard.type("arrows=2");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => [...document.querySelectorAll(".row.leaf.chosen")].some((r) => /shoot_deer/.test(r.textContent)));
    want(/what if/.test(await page.locator("[data-testid=verdict]").innerText()), "the verdict does not say what if");
  });

  test("a situation becomes a test, also with what if", async ({ open, folder }) => {
    const page = await open("camp.krk", "view=decision&plan=1");
    await page.waitForSelector("[data-testid=decomposition] .row");
    await page.getByLabel("what if").focus();
    await page.keyboard.type("arrows=2");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => [...document.querySelectorAll(".row.leaf.chosen")].some((r) => /shoot_deer/.test(r.textContent)));
    await page.getByRole("button", { name: "as a test" }).click();
    const text = await page.getByTestId("astest").innerText();
    want(/given arrows = 2/.test(text) && /expect .*shoot_deer/.test(text), text);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/as-test.png` });
    await page.getByRole("button", { name: "add to camp.krk" }).click();
    await page.locator(".cm-content", { hasText: "given arrows = 2" }).waitFor();
    await page.getByRole("button", { name: "save and go on" }).click();
    await page.getByTestId("note").filter({ hasText: /^saved/ }).waitFor();
    want(readFileSync(`${folder}/camp.krk`, "utf8").includes(text.trim()), "the file has no test");
  });

  test("why not is answered of the moment that is shown, not of the last planning", async ({ open }) => {
    const page = await open("meal.krk", "view=decision&agent=villager%231");
    await page.locator(".seed input").fill("1");
    await page.keyboard.press("Enter");
    await page.mouse.click(5, 300);
    for (let i = 0; i < 4; i++) await page.keyboard.press("+");
    await past(page, 16);
    await pause(page);
    const verdict = (tick, name, is) => async () => {
      await page.goto(`${page.url().replace(/&(tick|why)=[^&]*/g, "")}${tick ? `&tick=${tick}` : ""}&why=${encodeURIComponent(name)}`);
      await page.waitForSelector(`[data-testid=whynot] [data-verdict="${is}"]`);
    };
    // The meal is over after eleven seconds: then no plan has followed, and the villager wanders.
    for (const look of [verdict(150, "wander", "in plan"), verdict(80, "wander", "not-reached"), verdict(150, "eat", "condition-false"), verdict(80, "eat", "in plan"), verdict(0, "wander", "in plan")]) await look();
    await page.waitForFunction(() => /runs now/.test(document.querySelector("[data-testid=whynot]")?.textContent));
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/why-moment.png` });
  });

  test("answers are copied as text and as Markdown, with a link that leads to the same answer", async ({ open }) => {
    const page = await open("camp.krk", "view=decision&plan=1&why=get_food/fish");
    await pause(page);
    const shown = await clock(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = async (place, form) => {
      await page.evaluate(() => navigator.clipboard.writeText(""));
      await page.getByTestId(place).getByRole("button", { name: `copy as ${form}`, exact: true }).click();
      await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
      return page.evaluate(() => navigator.clipboard.readText());
    };
    for (const [ask, place, whole] of [[undefined, "whynot", "whole"], ["what would", "asked", "asked"], ["why", "asked", "asked"]]) {
      if (ask) await page.getByLabel("question", { exact: true }).selectOption(ask);
      await page.getByTestId(place).waitFor();
      await settled(page);
      const answer = (await page.getByTestId(whole).locator(whole === "whole" ? "xpath=." : "pre").textContent()).trim();
      want(/hunter#1 at [\d.]+s/.test(answer), `the answer names no moment: ${answer}`);
      const text = await copied(place, "text");
      const link = /\n\n(http\S+)\n$/.exec(text)?.[1];
      want(link && text === `${answer}\n\n${link}\n`, `as text it is ${text}`);
      const marked = await copied(place, "Markdown");
      want(marked === `\`\`\`text\n${answer}\n\`\`\`\n\n[this moment in the studio](${link})\n`, `as Markdown it is ${marked}`);
      if (!ask) await step(page); // the run goes on, and the link leads back
      const other = await open("", "", link.slice(new URL(link).origin.length + 1));
      await other.getByTestId(place).waitFor();
      await settled(other);
      want((await clock(other)) === shown, `the link leads to ${await clock(other)}, not ${shown}`);
      const there = (await other.getByTestId(whole).locator(whole === "whole" ? "xpath=." : "pre").textContent()).trim();
      want(there === answer, `there it says ${there}, and said ${answer}`);
      await other.context().close();
      await page.goto(link);
      await page.getByTestId(place).waitFor();
      await settled(page);
    }
  });

  test("why not, by a click on a method", async ({ open }) => {
    const page = await open("camp.krk", "view=decision&plan=1");
    const row = page.locator(".row.method.rejected", { hasText: "rested already" }).first();
    await row.hover();
    await row.locator(".ask").click();
    await page.waitForURL((u) => u.searchParams.get("why") === "camp/rested already");
    const answer = page.locator("[data-testid=whynot]");
    await answer.waitFor();
    want(/rested = false/.test(await answer.innerText()), `the answer is ${await answer.innerText()}`);
  });

  test("a choice that was taken back leads to the return, and old and new plan stand side by side", async ({ open }) => {
    const page = await open("camp.krk", "view=decision&plan=1");
    const row = page.locator(".row.method.abandoned", { hasText: "hunt" }).first();
    await row.locator(".took").click();
    await page.waitForURL((u) => Number(u.searchParams.get("k")) > 0);
    await page.waitForSelector(".row.now");
    await page.keyboard.press("End");
    await page.locator("[data-testid=verdict]").click();
    want((await page.locator(".two .plan").count()) === 2, "there are not two plans");
    want(/fish/.test(await page.locator(".two .plan").last().innerText()), "the new plan is not told");
  });

  test("of a search with hundreds of lines only those that are seen are made", async ({ open }) => {
    const page = await open("weights.krk", "view=decision&plan=1");
    const tree = page.locator("[data-testid=decomposition]");
    await tree.locator(".row").first().waitFor();
    want(Number(await tree.getAttribute("data-rows")) > 200, `there are ${await tree.getAttribute("data-rows")} lines`);
    want((await tree.locator(".row").count()) < 80, `${await tree.locator(".row").count()} lines are made`);
    await page.keyboard.press("Home");
    for (let i = 0; i < 20; i++) await page.keyboard.press("Shift+ArrowRight");
    await page.waitForURL((u) => u.searchParams.get("k") === "200");
    await page.waitForSelector(".row.now");
    await page.getByRole("button", { name: "plan only" }).click();
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=decomposition]")?.dataset.rows) < 150);
  });

  test("runs of equal plannings are folded, and open", async ({ open }) => {
    const page = await open("soldier.krk", "view=decision&agent=sentry%231&of=planning");
    for (let i = 0; i < 4; i++) await page.keyboard.press("+");
    const run = page.locator(".plannings .run").first();
    await run.waitFor();
    await pause(page);
    const n = Number(/(\d+)× since/.exec(await run.innerText())[1]);
    const before = await page.locator(".plannings .event").count();
    want(n > 2, `${n} are folded`);
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/folded.png` });
    await run.click();
    await page.waitForFunction((want) => document.querySelectorAll(".plannings .event").length === want, before + n - 1);
  });

  test("a value that finds no room is told under the pointer, and by the keyboard", async ({ open }) => {
    const page = await open("fireteam.krk", "view=mind&agent=rifleman%231");
    await pause(page);
    const cut = () => page.evaluateHandle(() => [...document.querySelectorAll(".view *")].find((e) => getComputedStyle(e).textOverflow === "ellipsis" && e.scrollWidth > e.clientWidth && !e.closest("[title]") && e.checkVisibility()));
    await page.setViewportSize({ width: 700, height: 720 });
    await page.waitForFunction(() => [...document.querySelectorAll(".view *")].some((e) => getComputedStyle(e).textOverflow === "ellipsis" && e.scrollWidth > e.clientWidth && !e.closest("[title]")));
    const at = await cut();
    await at.dispatchEvent("pointerover", { bubbles: true });
    want(await at.evaluate((e) => e.title.length > 0 && e.title === e.innerText.trim()), `it tells ${await at.evaluate((e) => e.title)}`);
  });
}
