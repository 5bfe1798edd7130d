import { past, pause, settled, still } from "../quiet.mjs";
import { recorded } from "../recorded.mjs";

const moment = (page) => page.evaluate(() => Number(new URL(location.href).searchParams.get("tick")));
const symbols = async (page, tick) => {
  await page.waitForFunction((t) => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) === t / 10, tick);
  await settled(page);
  return (await page.locator(".symbols").innerText()).replace(/\s+/g, " ");
};

// A recording is known to its end, without being run.
export default function ({ test, want, file }) {
  file("battle.ktrace", recorded("examples/fireteam/fireteam.krk", 90));
  file("long.ktrace", recorded("internal/studio/testdata/long.krk", 150));
  file("night.ktrace", recorded("internal/studio/testdata/camp.krk", 40));

  test("a recording shows its last lanes before it is run, and any moment as it was", async ({ open }) => {
    const page = await open("battle.ktrace", "view=mind&agent=rifleman%231");
    const canvas = page.locator("[data-testid=timeline]");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=timeline]")?.dataset.bars) > 10);
    want(parseFloat(await page.locator("[data-testid=clock]").innerText()) < 0.2, "it does not stand at its beginning");
    await page.keyboard.press("Z");
    await page.keyboard.press("Z");
    await page.goto(`${page.url().replace(/&span=[^&]*/, "")}&tick=500`);
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=timeline]")?.dataset.to) > 500 && Number(document.querySelector("[data-testid=timeline]")?.dataset.bars) > 5);
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "recording-end.png") });
    const box = await canvas.boundingBox();
    const [from, to] = [Number(await canvas.getAttribute("data-from")), Number(await canvas.getAttribute("data-to"))];
    await page.mouse.click(box.x + 150 + ((450 - from) / (to - from)) * (box.width - 160), box.y + 8);
    await page.waitForFunction(() => Math.abs(Number(new URL(location.href).searchParams.get("tick")) - 450) < 5);
    const middle = await moment(page);
    for (let i = 0; i < 10; i++) await page.keyboard.press(",");
    await page.waitForFunction((t) => Number(new URL(location.href).searchParams.get("tick")) === t, middle - 100);
    const told = await symbols(page, middle - 100);
    want(told.length > 40, `it has no symbols: ${told}`);
    // a run of the same seed
    const run = await open("fireteam.krk", "view=mind");
    await run.locator(".seed input").fill("1");
    await run.keyboard.press("Enter");
    await run.mouse.click(5, 300);
    for (let i = 0; i < 4; i++) await run.keyboard.press("+");
    await run.waitForFunction((t) => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) * 10 > t, middle);
    await run.keyboard.press("Space");
    await run.goto(`${run.url().replace(/&(tick|agent)=[^&]*/g, "")}&tick=${middle - 100}&agent=rifleman%231`);
    const lived = await symbols(run, middle - 100);
    want(told === lived, `recorded: ${told}; lived: ${lived}`);
  });

  test("the world of a recording has its walls and figures, at any moment", async ({ open }) => {
    const page = await open("battle.ktrace", "view=world&tick=400");
    await page.waitForSelector("[data-testid=world]");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=world]")?.dataset.figures) > 0);
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "recording-world.png") });
    const shown = await page.locator("[data-testid=world]").evaluate((e) => ({ ...e.dataset }));
    want((await page.locator(".legend .layer:enabled").evaluateAll((list) => list.map((l) => l.dataset.layer))).join() === "names", "layers can be switched that a recording does not hold");
    want(Number(shown.figures) > 5, `there is nobody: ${JSON.stringify(shown)}`);
  });

  file("talk.krk", `
action stand uses legs
operator walk { do stand; say "off!", "here I go!" gap 5s }
task go { method "go" { walk } }
agent walker { plan go }
`);

  test("bubbles show what characters have said for two seconds, also in a recording", async ({ open }) => {
    const shown = (page) => page.evaluate(() => [...document.querySelectorAll(".overlay .label.said")].map((n) => `${n.dataset.key}: ${n.textContent}`));
    const counted = (page) => page.waitForFunction(() => document.querySelector(".world .stage")?.dataset.said !== undefined && Number(document.querySelector(".world .stage")?.dataset.figures) > 0);
    for (const [name, first, whose] of [["battle.ktrace", 36, "rifleman"], ["talk.krk", 0, "walker"]]) {
      const page = await open(name, "view=world");
      await counted(page);
      if (name.endsWith(".krk")) {
        await past(page, 4);
        await pause(page);
      }
      const at = async (tick) => {
        await page.goto(`${page.url().replace(/&tick=\d+/, "")}&tick=${tick}`);
        await counted(page);
        await settled(page);
        await still(page, () => page.evaluate(() => document.querySelector(".overlay").textContent));
        return shown(page);
      };
      let [tick, said] = [Math.max(0, first * 10 - 30), []];
      while (said.length === 0 && tick < 900) said = await at((tick += 15));
      want(said.length > 0 && said.every((s) => s.startsWith(`said ${whose}#`) && s.endsWith("!")), `they say ${said}`);
      const [key] = said[0].split(": ");
      const gap = await page.evaluate((k) => {
        const [box, label] = [document.querySelector(".world .stage"), [...document.querySelectorAll(".overlay .label.said")].find((n) => n.dataset.key === k)];
        const [x, y] = box.pixel(k.slice(5));
        const r = label.getBoundingClientRect(), b = box.getBoundingClientRect();
        return [Math.abs(r.x + r.width / 2 - b.x - x), b.y + y - r.y - r.height];
      }, key);
      if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `bubbles-${whose}.png`) });
      want(gap[0] < 80 && Math.abs(gap[1]) < 60, `the bubble of ${key} is ${gap} pixels off`);
      const later = await at(tick + 20);
      want(!later.includes(said[0]), `two seconds later it still says ${said[0]}`);
    }
  });

  test("bars that began long before the stretch that is shown are there", async ({ open }) => {
    const page = await open("long.ktrace", "view=time&tick=1400&span=2&agent=waiter%231");
    const bars = () => Number(document.querySelector("[data-testid=timeline]")?.dataset.bars);
    await page.waitForFunction(bars);
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "long-bars.png") });
    const canvas = await page.locator("[data-testid=timeline]").boundingBox();
    for (let y = 24; y < 90; y += 6) {
      await page.mouse.move(canvas.x + 300, canvas.y + y);
      if (/waiter#1: (plan|step|rest|wait).* from /.test((await page.locator(".tip").allInnerTexts()).join())) return;
    }
    throw new Error("nothing tells what went on");
  });

  test("a recording's plannings around a moment can be taken apart", async ({ open }) => {
    const page = await open("night.ktrace", "view=decision&agent=hunter%231&tick=60");
    await page.waitForSelector(".plannings .event.on");
    const first = await page.locator(".plannings .event").count();
    want(first >= 2, `only ${first} plannings are listed`);
    await page.locator(".plannings .event").first().click();
    await page.waitForFunction(() => new URL(location.href).searchParams.get("plan"));
    await page.waitForSelector(".explorer .stepper, .explorer [data-testid=stepper]");
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "recording-plan.png") });
    await page.keyboard.press("Space");
    await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) > 6.5);
  });
}
