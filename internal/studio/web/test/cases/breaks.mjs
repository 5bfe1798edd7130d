// Breakpoints.
import { pause } from "../quiet.mjs";

export default function ({ test, want }) {
  /** Runs a file that stands still from its beginning. */
  const run = async (page) => {
    await page.locator(".seed input").fill("1");
    await page.keyboard.press("Enter");
    await page.mouse.click(5, 300);
    await page.keyboard.press("Space");
  };
  const write = async (page, text) => {
    await page.waitForSelector(".time");
    if (!(await page.locator(".timepanel").count())) await page.keyboard.press("e");
    await page.getByRole("button", { name: "breakpoints" }).click();
    await page.getByLabel("new breakpoint").fill(text);
    await page.keyboard.press("Enter");
  };
  const hit = async (page, what) => {
    await page.waitForSelector("[data-testid=hit]");
    const text = await page.locator("[data-testid=hit]").innerText();
    want(what.test(text), `it says ${text}`);
    await page.getByLabel("play", { exact: true }).waitFor();
    return text;
  };

  test("a breakpoint at an operator pauses and tells why, and one key goes on", async ({ open }) => {
    const page = await open("camp.krk", "view=mind");
    await pause(page);
    await write(page, "light_fire");
    await page.waitForSelector("[data-testid=breaks] code");
    await run(page);
    await hit(page, /hunter#1[^]*step started: light_fire/);
    await page.keyboard.press("Space");
    await page.waitForSelector("[data-testid=hit]", { state: "detached" });
    await page.getByLabel("pause", { exact: true }).waitFor();
    want(/1×/.test(await page.locator("[data-testid=breaks]").innerText()), "the hit is not counted");
  });

  test("a breakpoint at a method pauses when a plan has it", async ({ open }) => {
    const page = await open("camp.krk", "view=decision&plan=1");
    await pause(page);
    const row = page.locator(".row.method", { hasText: "fish" }).first();
    await row.hover();
    await row.locator(".dot").click();
    await page.waitForSelector(".row .dot.set");
    await run(page);
    await hit(page, /get_food\/fish is in the plan/);
  });

  test("a breakpoint at a node of a tree pauses at that node", async ({ open }) => {
    const page = await open("guards.krk", "view=mind");
    await pause(page);
    await page.waitForSelector(".node.running");
    const node = page.locator(".node.running").last();
    const label = await node.locator(".label").innerText();
    await node.hover();
    await node.locator(".dot").click();
    await page.waitForSelector(".node .dot.set");
    await run(page);
    await hit(page, new RegExp(`${(label || ".").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}[^]*started`));
  });

  test("a breakpoint at a want pauses when it is chosen", async ({ open }) => {
    const page = await open("gatherer.krk", "view=mind&agent=brave_one%231");
    await pause(page);
    const row = page.locator("[data-testid=want]", { hasText: "wander" }).first();
    await row.waitFor();
    await row.hover();
    await row.locator(".breakdot").click();
    await page.waitForSelector("[data-testid=want] .dot.set");
    await run(page);
    await hit(page, /wander/);
  });

  test("a condition pauses when it becomes true; a mistake in one is shown in its place", async ({ open }) => {
    const page = await open("camp.krk", "view=mind");
    await pause(page);
    await write(page, "arows > 0");
    await page.waitForSelector("[data-testid=wrong]");
    const text = await page.locator("[data-testid=wrong]").innerText();
    want((await page.locator("[data-testid=wrong] mark").innerText()) === "arows" && /arrows/.test(text), `it says ${text}`);
    await write(page, "meat > 0 && wood > 0");
    await run(page);
    await hit(page, /meat > 0 && wood > 0 holds/);
  });
}
