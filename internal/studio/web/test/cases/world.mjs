// The world from above. Where things are is read from what the view leaves on the page.
import { pause as hold, past, settled, step, still } from "../quiet.mjs";

const stage = ".world .stage";
const read = (page, name) => page.locator(stage).getAttribute(`data-${name}`);
const when = (page, what, arg) => page.waitForFunction(what, arg);
const drawn = (page) => when(page, () => Number(document.querySelector(".world .stage")?.dataset.figures) > 0);

/** The pixel of a character on the page. */
async function pixel(page, name) {
  const at = await page.evaluate((n) => document.querySelector(".world .stage").pixel(n), name);
  const box = await page.locator(stage).boundingBox();
  return [box.x + at[0], box.y + at[1]];
}

const names = (page) => page.evaluate(() => [...document.querySelectorAll(".who b")].map((b) => b.textContent));

/** A point of the land as a pixel of the page. */
async function spot(page, x, y) {
  const [cx, cy, scale] = (await read(page, "camera")).split(",").map(Number);
  const box = await page.locator(stage).boundingBox();
  return [box.x + cx + x * scale, box.y + cy + y * scale];
}

async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
  await page.mouse.move(...to, { steps: 3 });
  await page.mouse.up();
}

export default function ({ test, want }) {
  test("world: a click selects, in the address too", async ({ open }) => {
    const page = await open("gatherer.krk", "view=world");
    await drawn(page);
    await hold(page);
    const before = new URL(page.url()).searchParams.get("agent");
    for (const other of (await names(page)).slice(1, 6)) {
      await page.mouse.click(...(await pixel(page, other)));
      await when(page, (b) => new URL(location.href).searchParams.get("agent") !== b, before);
      const agent = new URL(page.url()).searchParams.get("agent");
      const [a, b] = [await pixel(page, agent), await pixel(page, other)];
      want(Math.hypot(a[0] - b[0], a[1] - b[1]) < 15, `a click on ${other} chooses ${agent}`);
      await page.waitForSelector(`.overlay .own b:text-is("${agent}")`);
    }
  });

  for (const [demo, agent] of [["gatherer", "brave_one#1"], ["meal", "villager#1"]]) {
    test(`world: a character of ${demo} is dragged, and is there when one looks back`, async ({ open }) => {
      const page = await open(`${demo}.krk`, `view=world&agent=${encodeURIComponent(agent)}`);
      await drawn(page);
      await hold(page);
      const from = await pixel(page, agent);
      const goal = [3.4, 5.2];
      await drag(page, from, await spot(page, ...goal));
      await when(page, ([x, y]) => {
        const at = document.querySelector(".world .stage").dataset.selected.split(",").map(Number);
        return Math.hypot(at[0] - x, at[1] - y) < 0.6;
      }, goal);
      const tick = await page.locator("[data-testid=clock]").innerText();
      await step(page);
      await still(page, () => read(page, "selected"));
      const next = (await read(page, "selected")).split(",").map(Number);
      want(Math.hypot(next[0] - goal[0], next[1] - goal[1]) < 1.5, `a tick later it is at ${next}`);
      for (let i = 0; i < 15; i++) await step(page);
      await still(page, () => read(page, "selected"));
      const later = await read(page, "selected");
      await page.keyboard.press(",");
      await page.keyboard.press(",");
      await when(page, (t) => ![undefined, t].includes(document.querySelector(".world .stage")?.dataset.selected), later);
      await page.goto(`${page.url().replace(/&tick=\d+/, "")}&tick=${Math.round(parseFloat(tick) * 10) + 1}`);
      await when(page, ([x, y]) => {
        const at = document.querySelector(".world .stage")?.dataset.selected?.split(",").map(Number) ?? [];
        return Math.hypot(at[0] - x, at[1] - y) < 0.05;
      }, next);
    });
  }

  test("world: in the past nobody is dragged: the ground is", async ({ open }) => {
    const page = await open("meal.krk", "view=world");
    await drawn(page);
    await when(page, () => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) > 2);
    await hold(page);
    await page.keyboard.press(",");
    await settled(page);
    await still(page, () => read(page, "selected"));
    const [at, camera] = [await read(page, "selected"), await read(page, "camera")];
    const from = await pixel(page, "villager#1");
    await drag(page, from, [from[0] + 80, from[1] + 60]);
    await when(page, (c) => ![undefined, c].includes(document.querySelector(".world .stage")?.dataset.camera), camera);
    want((await read(page, "selected")) === at, "it has been moved");
    await when(page, () => new URL(location.href).searchParams.has("cam"));
    await page.keyboard.press("0");
    await when(page, (c) => document.querySelector(".world .stage")?.dataset.camera === c && !new URL(location.href).searchParams.has("cam"), camera);
  });

  test("world: layers are switched, by key and by click, and stand in the address", async ({ open, base }) => {
    const page = await open("gatherer.krk", "view=world");
    await drawn(page);
    await when(page, () => Number(document.querySelector(".world .stage")?.dataset.cones) > 0);
    const first = await read(page, "layers");
    want(first === "cones ears reach memory way route places names", `at first there are ${first}`);
    for (const [name, least] of [["cones", 1], ["ears", 1], ["reaches", 1], ["facts", 1]]) {
      await when(page, ([n, l]) => Number(document.querySelector(".world .stage")?.dataset[n]) >= l, [name, least]);
    }
    await page.waitForSelector(".overlay .name");
    await page.mouse.click(700, 52);
    await page.keyboard.press("n");
    await page.waitForSelector(".overlay .name", { state: "detached" });
    await page.locator("[data-layer=memory]").click();
    await page.locator("[data-layer=memory][aria-pressed=false]").waitFor();
    const other = await open("", "", page.url().slice(base.length));
    await drawn(other);
    want((await read(other, "layers")) === "cones ears reach way route places", `the other page shows ${await read(other, "layers")}`);
    await page.keyboard.press("a");
    await when(page, () => Number(document.querySelector(".world .stage")?.dataset.minds) > 30);
    await page.keyboard.press("a");
    await when(page, () => document.querySelector(".world .stage")?.dataset.minds === "0");
  });

  test("world: a soldier's reach, hearing and way are told", async ({ open }) => {
    const page = await open("fireteam.krk", "view=world&agent=rifleman%233");
    await drawn(page);
    await page.waitForSelector('.overlay .reach:has-text("shoot 22 m")');
    await page.waitForSelector('.overlay .reach:has-text("throw_grenade 16 m")');
    await page.waitForSelector('.overlay .ears:has-text("hears 20 m")');
    await page.waitForSelector(".overlay .place");
    want((await read(page, "figures")) === "10", `there are ${await read(page, "figures")}`);
  });

  test("world: the places that a soldier's queries consider are drawn, with their scores", async ({ open }) => {
    const page = await open("skirmish.krk", "view=world&agent=rifleman%231");
    await drawn(page);
    await page.locator('.overlay .choice.best:has-text("vantage")').waitFor(); // once it remembers an enemy
    await hold(page);
    await settled(page);
    await still(page, () => read(page, "choices"));
    const count = Number(await read(page, "choices"));
    want(count > 20, `${count} places are drawn`);
    const best = await page.locator(".overlay .choice.best").allInnerTexts();
    want(best.length > 0 && best.every((t) => /^(shelter|vantage) \d\.\d\d$/.test(t)), `the best are ${best}`);
    await page.keyboard.press("q");
    await page.locator(".overlay .choice").first().waitFor({ state: "detached" });
  });

  test("world: the rest of a plan has numbered stops", async ({ open }) => {
    const page = await open("meal.krk", "view=world");
    await past(page, 0); // so that the clock tells when the run has begun anew
    await hold(page);
    await page.locator(".seed input").fill("7");
    await page.keyboard.press("Enter");
    await when(page, () => document.querySelector("[data-testid=clock]")?.textContent === "0.0s");
    await settled(page);
    await page.mouse.click(700, 52);
    await step(page);
    await when(page, () => [...document.querySelectorAll(".overlay .stop")].map((s) => s.textContent).sort().join() === "1 work,2 buy,3 eat");
  });

  test("world: it follows the chosen one until the ground is dragged", async ({ open }) => {
    const page = await open("gatherer.krk", "view=world&agent=brave_one%232");
    await drawn(page);
    await page.keyboard.press("i");
    const [x, y] = await pixel(page, "brave_one#2");
    await page.mouse.dblclick(x, y).catch(() => undefined);
    if ((await read(page, "follow")) !== "on") await page.keyboard.press("f");
    await when(page, () => new URL(location.href).searchParams.get("follow") === "1");
    await hold(page);
    await still(page, () => read(page, "camera"));
    const name = new URL(page.url()).searchParams.get("agent");
    const box = await page.locator(stage).boundingBox();
    const at = await pixel(page, name);
    want(Math.hypot(at[0] - box.x - box.width / 2, at[1] - box.y - box.height / 2) < 6, `it is shown at ${at}`);
    await page.keyboard.press("ArrowLeft");
    await when(page, () => document.querySelector(".world .stage")?.dataset.follow === "");
  });

  test("world: labels cover neither each other nor a character", async ({ open }) => {
    const page = await open("fireteam.krk", "view=world&agent=rifleman%234");
    await past(page, 12);
    await hold(page);
    const tones = new Set();
    for (const [agent, tick] of [["rifleman%234", 30], ["rifleman%231", 60], ["rifleman%237", 90], ["rifleman%233", 115]]) {
      await page.goto(page.url().replace(/&(tick|agent)=[^&]*/g, "") + `&agent=${agent}&tick=${tick}`);
      await drawn(page);
      await settled(page);
      await still(page, () => page.evaluate(() => document.querySelector(".overlay").innerHTML));
      const { off, seen } = await page.evaluate(() => {
        const stage = document.querySelector(".world .stage");
        const from = stage.getBoundingClientRect();
        const labels = [...document.querySelectorAll(".overlay .label:not(.said)")].map((n) => ({ text: n.textContent, tone: n.className, r: n.getBoundingClientRect() }));
        const who = [...document.querySelectorAll(".who b")].map((b) => [b.textContent, stage.pixel(b.textContent)]).filter(([, at]) => at);
        const pairs = labels.flatMap((a, i) => labels.slice(i + 1).map((b) => [a, b]));
        const off = [
          ...pairs.filter(([a, b]) => a.r.left + 1.5 < b.r.right - 1.5 && b.r.left + 1.5 < a.r.right - 1.5 && a.r.top + 1.5 < b.r.bottom - 1.5 && b.r.top + 1.5 < a.r.bottom - 1.5).map(([a, b]) => `${a.text} covers ${b.text}`),
          ...labels.filter((l) => !l.tone.includes("own")).flatMap((l) => who.filter(([, [x, y]]) => l.r.left < from.x + x && from.x + x < l.r.right && l.r.top < from.y + y && from.y + y < l.r.bottom).map(([n]) => `${l.text} covers ${n}`)),
        ];
        return { off, seen: labels.map((l) => l.tone) };
      });
      for (const tone of seen) tones.add(tone.split(" ")[1]);
      want(off.length === 0, `at ${tick}: ${off.join("; ")}`);
    }
    want(["own", "name", "stop"].every((t) => tones.has(t)), `there are labels of ${[...tones]}`);
  });

  test("world: characters in one place are counted, and named under the pointer", async ({ open }) => {
    const page = await open("gatherer.krk", "view=world");
    await drawn(page);
    await hold(page);
    const [a, b, c] = await names(page);
    const goal = await spot(page, 3.4, 5.2);
    const pile = page.locator(".overlay .pile", { hasText: "here" });
    for (const who of [a, b, c]) {
      await page.evaluate(([agent, at]) => new Promise((done) => {
        const s = new WebSocket(`ws://${location.host}/ws`);
        s.onopen = () => (s.send(JSON.stringify({ id: 1, op: "open", file: "gatherer.krk" })), s.send(JSON.stringify({ id: 2, op: "move", agent, at })));
        s.onmessage = (e) => typeof e.data === "string" && JSON.parse(e.data).id === 2 && (s.close(), done());
      }), [who, [3.4, 5.2]]);
    }
    await page.mouse.move(...goal);
    for (let i = 0; i < 16; i++) await page.mouse.wheel(0, 240); // from far away they are in one place
    await pile.first().waitFor();
    want(/\d+ here/.test(await pile.first().innerText()), await pile.first().innerText());
    await page.mouse.move(...(await pixel(page, a)));
    await page.locator(".overlay .pile", { hasText: "#" }).waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/pile.png` });
  });

  test("world: where a soldier believes an enemy to be is drawn", async ({ open }) => {
    const page = await open("soldier.krk", "view=world&agent=sentry%231");
    await drawn(page);
    await hold(page);
    await page.evaluate(() => new Promise((done) => {
      const s = new WebSocket(`ws://${location.host}/ws`);
      s.onopen = () => (s.send(JSON.stringify({ id: 1, op: "open", file: "soldier.krk" })), s.send(JSON.stringify({ id: 2, op: "set", agent: "sentry#1", sets: [{ name: "seen_at(kane)", value: "yard" }] })));
      s.onmessage = (e) => typeof e.data === "string" && JSON.parse(e.data).id === 2 && (s.close(), done());
    }));
    await page.keyboard.press(".");
    await page.locator(".overlay .fact", { hasText: "seen_at(kane)" }).waitFor();
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/belief.png` });
  });

  test("world: a click with the right button asks why not him, or this, and what it would take", async ({ open }) => {
    const page = await open("guards.krk", "view=world&agent=near_guard%231");
    await drawn(page);
    await hold(page);
    await page.mouse.click(...(await pixel(page, "player")), { button: "right" });
    const card = page.getByTestId("whythis");
    await card.locator("[data-verdict]").waitFor();
    want(/why not player\?/.test(await card.innerText()), await card.innerText());
    want(/visible\(player\) = false/.test(await card.innerText()), await card.innerText());
    await page.waitForFunction(() => !/looking/.test(document.querySelector("[data-testid=would]")?.textContent ?? "looking"));
    want(/It would take: visible\(player\) = true/.test(await card.innerText()), await card.innerText());
    const [shown, whole] = await Promise.all([card.boundingBox(), page.locator("main.view").boundingBox()]);
    want(shown.y >= whole.y && shown.y + shown.height <= whole.y + whole.height, `the card from ${shown.y}, ${shown.height} high, leaves the view`);
    want(!/([a-z ]+): \1:/.test(await card.innerText()), await card.innerText());
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/whythis.png` });
    await card.getByRole("button", { name: "all of the answer" }).click();
    await page.waitForURL((u) => u.searchParams.get("view") === "decision" && u.searchParams.get("why") === "player");
    await page.keyboard.press("1");
    await drawn(page);
    await page.keyboard.down("Shift");
    await page.mouse.click(...(await pixel(page, "far_guard#1")));
    await page.keyboard.up("Shift");
    await card.waitFor();
    want(new URL(page.url()).searchParams.get("agent") === "near_guard#1", "the click has selected");
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
  });

  test("world: while a character is dragged, the page says what would come of the place, and why not", async ({ open }) => {
    const page = await open("guards.krk", "view=world&agent=near_guard%231");
    await drawn(page);
    await hold(page);
    const card = page.getByTestId("suppose");
    const [gx, gy] = (await read(page, "selected")).split(",").map(Number);
    const before = await pixel(page, "player");
    await page.mouse.move(...before);
    await page.mouse.down();
    await page.mouse.move(...(await spot(page, gx + 1, gy + 1)), { steps: 4 });
    await page.mouse.move(...(await spot(page, gx + 2, gy)), { steps: 4 });
    await page.waitForFunction(() => /chase/.test(document.querySelector("[data-testid=suppose] [data-testid=comes]")?.textContent ?? ""));
    want(/if player stood at/.test(await card.innerText()), await card.innerText());
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/suppose.png` });
    await page.mouse.move(...(await spot(page, 1.5, 12.5)), { steps: 4 });
    await page.waitForFunction(() => /go on as now/.test(document.querySelector("[data-testid=suppose] [data-testid=comes]")?.textContent ?? ""));
    want(/visible\(player\) = false/.test(await card.locator("[data-verdict]").innerText()), await card.innerText());
    await card.locator(".would", { hasText: "visible(player)" }).waitFor(); // once the pointer rests
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/suppose-not.png` });
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    await page.mouse.up();
    const after = await pixel(page, "player");
    want(Math.hypot(after[0] - before[0], after[1] - before[1]) < 1, "the question has moved the player");
  });
}
