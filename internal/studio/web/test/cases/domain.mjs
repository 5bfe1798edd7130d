// Large programs.
import { still, worked } from "../quiet.mjs";

export default function ({ test, want, file }) {
  file("big.krk", big());

  test("a domain of 300 operators and a tree of 500 nodes stay usable", async ({ open }) => {
    const page = await open("big.krk", "view=domain&agent=planner%231");
    const layout = async (key, what) => {
      const began = await worked(page);
      await page.keyboard.press(key);
      await page.waitForSelector(what);
      const work = (await worked(page)) - began;
      want(work < 2, `${what} takes ${work} s of work`);
    };
    const domain = page.getByTestId("domain");
    await page.waitForSelector(".decl");
    const took = async () => `${await domain.getAttribute("data-boxes")} boxes in ${await domain.getAttribute("data-layout")} ms`;
    await page.mouse.click(5, 300);
    await layout("3", ".row");
    await layout("4", ".decl");
    const small = Number(await domain.getAttribute("data-boxes"));
    want(small < 100, `${small} boxes are shown at the beginning`);
    const report = [await took()];
    // Searching finds folded parts, and opens the path to them.
    await page.getByLabel("find").fill("op299");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".lit .decl");
    want((await page.getByTestId("about").innerText()).includes("op299"), "what was found is not told");
    await page.waitForURL((u) => u.searchParams.get("find") === "op299");
    await page.getByLabel("find").fill("");
    await page.getByLabel("depth").selectOption("all");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=domain]")?.dataset.boxes) > 330);
    report.push(await took());
    // Of the tree too, and folded up again.
    await page.getByLabel("find").fill("forest");
    await page.keyboard.press("Enter");
    await page.locator(".of-tree .fold").click();
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=domain]")?.dataset.boxes) > 830);
    report.push(await took());
    await page.locator(".of-tree .head i").click();
    await page.getByRole("button", { name: "only from here" }).click();
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=domain]")?.dataset.boxes) < 700);
    await page.waitForURL((u) => u.searchParams.get("root") === "tree forest");
    report.push(await took());
    console.log(`      ${report.join(", ")}`);
    await page.mouse.click(5, 300);
    await page.keyboard.press("j");
    await layout("2", ".node");
    want(/\d{3} nodes/.test(await page.locator("[data-testid=tree]").innerText()), "the tree is not whole");
  });

  test("at the first look at a domain its names can be read, on large pages too", async ({ open }) => {
    const page = await open("kitchen.krk", "view=domain");
    for (const [width, height] of [[1280, 720], [1920, 1080]]) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await page.waitForSelector(".react-flow__node .decl .name");
      await still(page, () => page.locator(".react-flow__viewport").getAttribute("style"));
      const size = await page.evaluate(() => new DOMMatrix(getComputedStyle(document.querySelector(".react-flow__viewport")).transform).a * parseFloat(getComputedStyle(document.querySelector(".react-flow__node .decl .name")).fontSize));
      want(size > 11.99, `${width}×${height}: names are of ${size} px`);
    }
  });

  test("the domain shows what was chosen, what was rejected and why, and what never was", async ({ open }) => {
    const page = await open("camp.krk", "view=domain&agent=hunter%231&counts=reason");
    await page.setViewportSize({ width: 2400, height: 1200 }); // all of it
    await page.reload();
    const keep = page.locator(".of-operator", { hasText: "keep_watch" });
    await page.waitForFunction(() => [...document.querySelectorAll(".decl .why")].some((e) => e.textContent.includes("arrows > 0")));
    await keep.locator(".head i").click();
    const about = page.getByTestId("about");
    await about.getByText("Why it was rejected").waitFor();
    const text = await about.innerText();
    want(/arrows > 0/.test(text) && /Where it is used/.test(text) && /camp/.test(text), `it says: ${text}`);
    await about.getByRole("button", { name: "nothing selected" }).click();
    // Shot is never in a plan: the hunt leaves no arrow for the watch.
    const never = await page.getByTestId("never").innerText();
    want(/shoot_deer/.test(never) && /hunt/.test(never) && !/\bfish\b/.test(never), `never chosen: ${never}`);
    want(/unused/.test(await page.locator(".of-operator", { hasText: "shoot_deer" }).getAttribute("class")), "what was never chosen does not stand out");
    await page.getByRole("radio", { name: "chosen" }).click();
    await page.waitForURL((u) => !u.searchParams.has("counts"));
    await page.locator(".of-operator", { hasText: "fish" }).locator(".uses").first().waitFor();
    await page.locator(".of-task", { hasText: "get_food" }).getByRole("button", { name: "fish", exact: false }).first().click();
    await page.waitForSelector(".cm-editor");
    await page.waitForURL((u) => u.searchParams.get("view") === "text" && u.searchParams.has("line"));
  });

  test("the counts name their time, and at a past moment they are of the time before it", async ({ open }) => {
    const page = await open("camp.krk", "view=domain&agent=hunter%231");
    const span = page.getByTestId("span");
    await page.waitForFunction(() => parseFloat(document.querySelector("[data-testid=clock]")?.textContent) > 4);
    await page.getByLabel("pause", { exact: true }).click();
    await page.waitForFunction(() => /counts of the whole run, [4-9]/.test(document.querySelector("[data-testid=span]")?.textContent));
    await page.goto(`${page.url()}&tick=20`);
    await page.waitForFunction(() => document.querySelector("[data-testid=span]")?.textContent === "counts of 0.0s – 2.0s");
    want((await span.count()) === 1, "there is no span");
  });

  test("edges of the domain begin at the lines that they are of", async ({ open }) => {
    const page = await open("soldier.krk", "view=domain&agent=sentry%231&depth=all");
    await page.waitForSelector(".decl");
    await page.waitForFunction(() => document.querySelectorAll(".react-flow__edge").length > 5);
    await still(page, () => page.locator(".react-flow__viewport").getAttribute("style")); // the graph is put in the middle
    const off = await page.evaluate(() =>
      [...document.querySelectorAll(".react-flow__edge")].flatMap((edge) => {
        const [from, out] = edge.dataset.id.split("|");
        const box = document.querySelector(`.react-flow__node[data-id="${CSS.escape(from)}"] .decl`);
        const row = box && (out === "-1" ? box.querySelector(".head") : box.querySelectorAll(".line")[out]);
        if (!row) return [];
        const path = edge.querySelector("path");
        const at = path.getPointAtLength(0).matrixTransform(path.getScreenCTM());
        const { top, height } = row.getBoundingClientRect();
        return [Math.abs(at.y - top - height / 2)];
      }),
    );
    want(off.length > 5 && Math.max(...off) < 3, `${off.length} edges, off by ${Math.max(...off).toFixed(1)} pixels at most`);
  });

  test("kinds, folding and parts of the domain", async ({ open }) => {
    const page = await open("guards.krk", "view=domain&agent=near_guard%231");
    const boxes = async () => Number(await page.getByTestId("domain").getAttribute("data-boxes"));
    await page.waitForSelector(".decl");
    const all = await boxes();
    await page.locator(".kinds").getByRole("button", { name: "action" }).click();
    const fewer = await boxes();
    want(fewer < all && (await page.locator(".of-action").count()) === 0, `${fewer} of ${all} boxes without actions`);
    await page.locator(".of-agent .fold").first().click();
    want((await boxes()) < fewer, "folding an agent hides nothing");
    await page.locator(".of-agent .fold").first().click();
    await page.locator(".of-tree .fold").first().click();
    await page.waitForSelector(".of-node");
    await page.getByRole("button", { name: /fit view/i }).click();
    await page.locator(".of-node .uses").first().waitFor();
  });
}

/** A file with 300 operators and a tree of more than 500 nodes. */
function big() {
  const lines = ["state agent { a: int 0..1000; done: bool }", "action act"];
  for (let i = 0; i < 300; i++) lines.push(`operator op${i} { when a >= ${i % 7 === 0 ? 0 : 900}; do act; effect a += 1 }`);
  for (let i = 0; i < 30; i++) {
    lines.push(`task part${i} {`);
    for (let k = 0; k < 10; k++) lines.push(`    method "way ${k}" when a >= ${k} { op${i * 10 + k} }`);
    lines.push("}");
  }
  lines.push("task all { method \"all of it\" { " + Array.from({ length: 30 }, (_, i) => `part${i}`).join("; ") + " } }");
  lines.push("tree forest { selector {");
  for (let i = 0; i < 100; i++) lines.push(`    sequence { if a > ${900 - i}; act; selector { if done; act } }`);
  lines.push("    act", "} }", "agent planner { plan all every 1s }", "agent walker { tree forest }");
  return lines.join("\n") + "\n";
}
