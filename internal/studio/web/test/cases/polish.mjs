// Tests across views: keys, links, back and forward, numbers, dots.
import { clock, past, pause, settled } from "../quiet.mjs";

export default function ({ test, want }) {
  const read = (page, what) => page.locator(".world .stage").getAttribute(`data-${what}`);

  test("keys of the world leave the time alone, and all are listed", async ({ open }) => {
    const page = await open("guards.krk", "view=world&agent=near_guard%231&span=30");
    await page.waitForSelector(".world canvas");
    await page.keyboard.press("h");
    await page.waitForURL((u) => u.searchParams.get("layers") === "vrmwpqn");
    want((await page.locator(".timepanel").count()) === 0, "the key of hearing opens the events");
    await page.keyboard.press("e");
    await page.waitForSelector(".timepanel");
    want(!(await read(page, "layers")).includes("ears"), "the key of the events switches a layer");
    await page.keyboard.press("i");
    await page.waitForURL((u) => u.searchParams.has("cam"));
    want(new URL(page.url()).searchParams.get("span") === "30", "the key that goes nearer narrows the time");
    await page.keyboard.press("?");
    const listed = await page.getByRole("dialog", { name: "keys" }).innerText();
    for (const what of ["Everywhere", "World", "Decision", "Edit", "hearing", "bookmark", "constants", "why not?"]) want(listed.includes(what), `the list of keys lacks ${what}`);
    const sheet = await page.locator(".sheet").boundingBox();
    want(sheet.y >= 0 && sheet.y + sheet.height <= 720, `the list of keys is ${sheet.height} high`);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".sheet", { state: "detached" });
  });

  test("dots of breakpoints take no room", async ({ open }) => {
    const page = await open("camp.krk", "view=domain&agent=hunter%231");
    await page.setViewportSize({ width: 1920, height: 1080 }); // all of the domain is in sight
    const name = page.locator(".of-operator", { hasText: "fish" }).locator(".name").first();
    const dot = page.locator(".of-operator", { hasText: "fish" }).locator(".dot");
    await dot.waitFor();
    const before = await name.boundingBox();
    const shown = () => dot.evaluate((e) => getComputedStyle(e).opacity);
    want((await shown()) === "0", "the dot is seen");
    await name.hover();
    want((await shown()) === "1", "the dot is not seen where one points");
    await dot.click();
    await page.waitForSelector(".of-operator .dot.set");
    await page.mouse.move(5, 300);
    const after = await name.boundingBox();
    want((await shown()) === "1" && before.x === after.x && before.y === after.y, `the name moves from ${before.x} to ${after.x}`);
    await page.keyboard.press("3");
    await page.locator(".tree .row .dot").first().click(); // the plan that is shown may be another's
    await page.waitForSelector(".tree .row .dot.set");
    const marks = await page.locator(".tree .row").evaluateAll((rows) => rows.map((r) => [r.querySelector(".dot"), r.querySelector(".caret")].map((e) => e?.getBoundingClientRect().left)));
    want(marks.every(([d, c]) => d === undefined || c === undefined || d + 9 <= c), "a dot covers something");
  });

  test("no view writes numbers that nobody reads, and styles stay in their views", async ({ open }) => {
    const page = await open("fireteam.krk", "view=world&agent=rifleman%231");
    for (let i = 0; i < 6; i++) await page.keyboard.press("+");
    await page.waitForFunction(() => document.querySelector(".agents")?.textContent.includes("bound("));
    await pause(page);
    for (const key of ["1", "2", "3", "6"]) {
      await page.keyboard.press(key);
      await settled(page);
      const long = await page.evaluate(() => /[^\n]*\d\.\d{5,}[^\n]*/.exec(document.body.innerText)?.[0]);
      want(!long, `view ${key} says ${long}`);
    }
    await page.keyboard.press("2"); // its styles are now there for the others
    await page.waitForSelector(".mind");
    await page.keyboard.press("1");
    const pad = await page.locator(".world .legend").evaluate((e) => getComputedStyle(e).paddingLeft);
    want(pad === "0px", `the legend of the world begins ${pad} off`);
  });

  test("the text of a trace is not found fault with", async ({ open }) => {
    const page = await open("meal.krk", "view=text");
    await page.getByLabel("record", { exact: true }).click();
    const began = parseFloat(await clock(page));
    await past(page, began + 1);
    await page.getByLabel("stop recording").click();
    await page.waitForSelector('select option[value="traces/meal-1.ktrace"]', { state: "attached" });
    await page.getByLabel("file").selectOption("traces/meal-1.ktrace");
    await page.getByText("from a trace: it cannot be changed").waitFor();
    await settled(page);
    want((await page.locator(".findings").count()) === 0, `it finds: ${await page.locator(".findings").allInnerTexts()}`);
  });

  test("a squad in the world, a way through the views and back, and the top stays whole", async ({ open, base }) => {
    const page = await open("fireteam.krk", "view=world");
    await page.locator(".who", { hasText: "alpha" }).click();
    await page.waitForURL((u) => u.searchParams.get("agent") === "alpha");
    await page.locator(".caption b", { hasText: "alpha" }).waitFor();
    await pause(page);
    want(!(await page.locator(".caption").innerText()).includes("not here"), "a squad is said not to be here");
    await page.keyboard.press("2");
    await page.getByRole("button", { name: "how it came about" }).first().click();
    await page.waitForURL((u) => u.searchParams.get("view") === "decision");
    await page.waitForSelector(".tree .row");
    await page.locator(".tree .row", { hasText: "fall back" }).first().click();
    await page.getByRole("button", { name: "to the text" }).click();
    await page.waitForSelector(".cm-editor");
    const other = await open("", "", page.url().slice(base.length));
    await other.waitForSelector(".cm-editor");
    want((await other.locator(".who.on b").innerText()) === "alpha", "the other page looks at somebody else");
    await page.goBack();
    await page.waitForSelector(".tree .row");
    await page.goBack();
    await page.waitForURL((u) => u.searchParams.get("view") === "mind");
    const clipped = await page.evaluate(() => [...document.querySelectorAll(".top > *, .top .transport > *")].filter((e) => e.getBoundingClientRect().right > innerWidth || e.scrollWidth > e.clientWidth + 1).map((e) => e.className));
    want(clipped.length === 0, `the top is clipped: ${clipped}`);
  });
}
