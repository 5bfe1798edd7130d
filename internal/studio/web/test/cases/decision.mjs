// The view of a decision, for every family.
import { past, pause, settled } from "../quiet.mjs";

export default function ({ test, want }) {
  const row = (page, text, part) => page.locator(`[data-testid=contenders] .contender${part ?? ""}`, { hasText: text }).first();

  test("the decision of a brain: what was chosen, what lost to it, and by what", async ({ open }) => {
    const page = await open("gatherer.krk", "view=decision&agent=brave_one%231");
    await past(page, 6);
    await pause(page);
    await row(page, "wander").waitFor();
    want((await page.locator(".row.part", { hasText: "Brain" }).count()) === 1, "there is no heading for the brain");
    const flee = row(page, "flee");
    want(/hurt = false/.test(await flee.innerText()), `flee says ${await flee.innerText()}`);
    want(await flee.evaluate((e) => e.classList.contains("rejected")), "flee is not rejected");
    want(await page.locator(".contender .scorebar").count() > 0, "no score is shown");
    want((await page.locator(".contender.chosen").count()) > 0, "nothing is chosen");
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/decision-brain.png` });
    await flee.locator(".ask").click();
    await page.waitForSelector("[data-testid=whynot] [data-verdict=condition-false]");
    const answer = await page.getByTestId("whynot").innerText();
    want(!/(condition false)\W+\1/.test(answer), `it says a thing twice: ${answer}`);
  });

  test("the decision of a tree: its path, what was rejected, and how nodes ended last, now and in the past", async ({ open }) => {
    const page = await open("guards.krk", "view=decision&agent=near_guard%231");
    await past(page, 3);
    await pause(page);
    await row(page, "attack").waitFor();
    want(await row(page, "attack").evaluate((e) => /condition false: visible\(player\) = false/.test(e.innerText) && e.classList.contains("rejected")), `attack says ${await row(page, "attack").innerText()}`);
    want((await page.locator(".contender.chosen").count()) > 1, "there is no path");
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/decision-tree.png` });
    const read = () => [...document.querySelectorAll("[data-testid=contenders] .contender")].map((r) => `${r.querySelector(".sign").textContent} ${r.querySelector(".method").textContent} ${r.querySelector(".why")?.textContent ?? ""}`).join("\n");
    const before = await page.evaluate(read);
    const tick = /tick (\d+)/.exec(await page.locator(".heading").innerText())[1];
    await page.keyboard.press(".");
    await page.waitForFunction((t) => !document.querySelector(".heading")?.innerText.includes(`tick ${t}`), tick);
    await page.goto(`${page.url()}&tick=${tick}`);
    await page.waitForSelector(".contender");
    await settled(page);
    want((await page.evaluate(read)) === before, `the past is told as\n${await page.evaluate(read)}\nand was\n${before}`);
  });

  test("lines of a decision and of a planning stand in their rows, one below the other", async ({ open }) => {
    for (const [file, at] of [["gatherer.krk", "view=decision&agent=brave_one%231"], ["soldier.krk", "view=decision&plan=1&of=planning"]]) {
      const page = await open(file, at);
      if (!/plan=/.test(at)) await past(page, 3);
      await pause(page);
      await page.locator(".row .fork").first().waitFor(); // best of so many targets, so many candidates
      await settled(page);
      const off = await page.evaluate(() => [...document.querySelectorAll(".tree .row")].flatMap((r) => {
        const { top, bottom } = r.getBoundingClientRect();
        return [...r.querySelectorAll("span, i, b, .ask")].map((e) => e.getBoundingClientRect()).filter((e) => e.width && (e.top < top - 2 || e.bottom > bottom + 2)).map((e) => `${r.innerText.slice(0, 40)}: ${e.top - top}..${e.bottom - top} of ${bottom - top}`);
      }));
      want(off.length === 0, off.join("; "));
    }
  });

  test("equal decisions one after the other are one line, which opens", async ({ open }) => {
    const page = await open("fireteam.krk", "view=decision&agent=rifleman%233");
    const fold = page.locator("[data-testid=turns] .run").first();
    await fold.waitFor();
    await pause(page);
    const n = Number(/^(\d+)×/.exec(await fold.innerText())[1]);
    const lines = await page.locator("[data-testid=turns] .event").count();
    want(n > 2, `it stands for ${n}`);
    await fold.click();
    await page.waitForFunction((k) => document.querySelectorAll("[data-testid=turns] .event").length === k, lines + n - 1);
    const calm = await open("meal.krk", "view=decision&agent=villager%231"); // it keeps doing the same
    await calm.keyboard.press("e");
    const again = calm.locator("[data-testid=log] .again").first();
    await again.waitFor();
    await pause(calm);
    const times = Number(/^(\d+)×/.exec(await again.innerText())[1]);
    const events = await calm.locator("[data-testid=log] li").count();
    await again.click();
    await calm.waitForFunction((k) => document.querySelectorAll("[data-testid=log] li").length === k, events + times - 1);
  });

  test("the question mark of a line that was selected or rejected is visible without pointing at it", async ({ open }) => {
    const page = await open("camp.krk", "view=decision&plan=1");
    for (const kind of [".chosen", ".rejected"]) {
      const ask = page.locator(`.row${kind} .acts`).first();
      await ask.waitFor();
      await page.mouse.move(5, 5);
      want((await ask.evaluate((e) => getComputedStyle(e).opacity)) === "1", `the one of ${kind} is not`);
    }
  });

  test("orders, roles and reactions are decisions too; a click on a line says all of it", async ({ open }) => {
    const page = await open("fireteam.krk", "view=decision&agent=rifleman%231");
    await past(page, 4);
    await pause(page);
    for (const part of ["Reactions", "Orders", "Brain", "Roles"]) await page.locator(".row.part", { hasText: part }).waitFor();
    await row(page, "engage").click();
    const about = await page.getByTestId("considered").innerText();
    want(/engage/.test(about) && /no candidate|condition false|not reached/.test(about), `it says ${about}`);
    await page.getByTestId("considered").getByRole("button", { name: "what would it take?" }).click();
    await page.getByTestId("asked").waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/decision-squad.png` });
    await page.goto(page.url().replace("rifleman%231", "alpha").replace(/&why=[^&]*|&ask=[^&]*/g, ""));
    await row(page, "rifleman#1").waitFor();
    await settled(page);
    want((await page.locator(".contender.chosen").count()) > 2, "nobody holds a role");
  });

  test("the lines of a decision are stepped through, and its turns lead to their moments", async ({ open }) => {
    const page = await open("gatherer.krk", "view=decision&agent=brave_one%231");
    await past(page, 6);
    await pause(page);
    await row(page, "wander").waitFor();
    await page.keyboard.press("Home");
    await page.waitForSelector(".contender.now");
    await page.keyboard.press("ArrowRight");
    await page.waitForURL((u) => u.searchParams.get("k") === "1");
    const turns = page.locator("[data-testid=turns] .event");
    want((await turns.count()) > 0, "there is no decision");
    await turns.first().click();
    await page.waitForURL((u) => u.searchParams.has("tick"));
  });

  test("a character that only plans shows its planning first; all that decides is a tab beside it", async ({ open }) => {
    const page = await open("camp.krk", "view=decision");
    await page.waitForSelector("[data-testid=decomposition]");
    await page.getByRole("tab", { name: "Everything that decides" }).click();
    await page.waitForSelector("[data-testid=contenders]");
    await page.getByRole("button", { name: "how it was planned" }).first().click();
    await page.waitForSelector("[data-testid=decomposition]");
  });
}
