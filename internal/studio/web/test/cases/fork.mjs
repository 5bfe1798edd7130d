// A moment that goes on twice, with a change and without it.
import { past, pause, settled } from "../quiet.mjs";

export default function ({ test, want }) {
  test("a moment goes on twice: the first difference, ghosts and double lanes", async ({ open }) => {
    const page = await open("meal.krk", "view=decision&agent=villager%231");
    await past(page, 5);
    await pause(page);
    const clock = await page.getByTestId("clock").innerText();
    await page.goto(page.url().replace(/&tick=\d+/, "") + "&tick=3&ask=what+if&why=money+%3D+50");
    const fork = page.getByTestId("fork");
    await fork.getByLabel("how long both sides run").selectOption("10");
    await fork.getByRole("button", { name: "run both from here" }).press("Enter");
    await page.waitForSelector("[data-testid=fork][data-done=true] .pair");
    const first = fork.getByRole("button", { name: /first difference/ });
    want(/villager#1/.test(await first.innerText()), await first.innerText());
    await settled(page);
    const slider = fork.getByLabel("moment of the fork");
    const at = await slider.inputValue();
    want((await fork.locator("svg .as").count()) > 0, "nobody is drawn without the change");
    want((await fork.locator("svg .as").count()) === (await fork.locator("svg .but circle").count()), "the sides have not as many characters");
    const lanes = await fork.locator(".pair").first().locator("svg.track").all();
    want(lanes.length === 2, `${lanes.length} lanes`);
    const told = await Promise.all(lanes.map((l) => l.getAttribute("aria-label")));
    want(told[0].replace("villager", "") !== told[1].replace("⑂ villager", ""), `both lanes say ${told[0]}`);
    const apart = () => fork.locator(".but line").evaluateAll((list) => list.filter((l) => Math.hypot(l.x1.baseVal.value - l.x2.baseVal.value, l.y1.baseVal.value - l.y2.baseVal.value) > 0.01).length);
    await slider.press("ArrowRight");
    want(Number(await slider.inputValue()) === Number(at) + 1, "an arrow key does not move the slider by a tick");
    await slider.press("End");
    await settled(page);
    want((await apart()) > 0, "who does something else is not elsewhere at the end");
    if (process.env.PICTURES) await fork.screenshot({ path: `${process.env.PICTURES}/fork.png` });
    await first.press("Enter");
    want((await slider.inputValue()) === at, "the first difference is not shown again");
    await fork.getByRole("button", { name: "end the fork" }).press("Enter");
    await page.waitForSelector("[data-testid=fork][data-done=false]");
    await page.keyboard.press("l");
    await page.waitForFunction((t) => document.querySelector("[data-testid=clock]")?.textContent === t, clock); // the run has not gone on
  });
}
