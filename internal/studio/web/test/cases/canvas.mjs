// What the graph of the text does beside building programs: reasons in the palette, placeholders that give way, frames.
import { join } from "node:path";

const rough = `action walk

// finds a way
tree guard {
    selector {
        sequence {
            // as long as nobody comes
            walk // slowly
            wait 2s
        }
        invert { todo "what to do" }
        repeat 3 { todo "again" } // and again
    }
}

agent guard { tree guard }
`;

export default function ({ test, want, file }) {
  file("rough.krk", rough);
  const textOf = (page) => page.evaluate(() => window.draft.view.state.doc.toString());
  const drawn = async (page) => {
    await page.evaluate(() => window.draft.act(() => window.draft.settled()));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  const select = async (page, path) => {
    await page.evaluate((path) => window.draft.select(path), path);
    await page.locator(".graph-edit").focus();
  };
  const started = async (open, name, more = "") => {
    const page = await open(name, `view=text${more}`, undefined, ".graph-edit .item");
    await drawn(page);
    return page;
  };
  /** Goes all the way back, and forth again. */
  const backAndForth = async (page, start) => {
    const end = await textOf(page);
    let steps = 0;
    for (; (await textOf(page)) !== start && steps < 40; steps++) {
      await page.keyboard.press("Control+z");
      await drawn(page);
    }
    want((await textOf(page)) === start, `undo does not lead to the start:\n${await textOf(page)}`);
    for (let i = 0; i < steps; i++) {
      await page.keyboard.press("Control+y");
      await drawn(page);
    }
    want((await textOf(page)) === end, "redo does not lead back to the end");
  };

  test("the palette says before a click what would not load, and why", async ({ open, folder }) => {
    const page = await started(open, "meal.krk");
    await select(page, 'task dine / method "buy first"');
    await page.keyboard.press("+");
    const wants = page.locator(".palette li.wants");
    await wants.first().waitFor();
    await page.screenshot({ path: join(process.env.SHOTS ?? folder, "palette-wants.png") });
    const label = await wants.first().locator("b").innerText();
    const why = (await wants.first().locator("small").innerText()).replace(/^to be completed: /, "");
    want(why.length > 5, `${label} says ${why}`);
    const before = await textOf(page);
    await wants.first().click();
    const fault = await page.waitForSelector(".palette .fault");
    want((await fault.innerText()).includes(why), `the click says ${await fault.innerText()}, the palette said ${why}`);
    want((await textOf(page)) === before, "the text has changed");
    await page.keyboard.press("Escape");
  });

  test("what is pasted or dragged to a todo that stands alone takes its place, and back", async ({ open }) => {
    const page = await started(open, "rough.krk");
    await select(page, "tree guard / 0.1.0");
    const paste = (text) => page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.querySelector(".graph-edit").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
    await paste("wait 1s");
    await drawn(page);
    want((await textOf(page)) === rough.replace('todo "what to do"', "wait 1s"), await textOf(page));
    // A node with its comments is dragged into the other.
    const from = await page.locator(`[data-path="tree guard / 0.0.0"]`).boundingBox();
    await page.mouse.move(from.x + 20, from.y + 8);
    await page.mouse.down();
    const to = page.locator(`.slot[data-takes=node][data-after="tree guard / 0.2.0"]`).first();
    const at = await to.boundingBox();
    await page.mouse.move(at.x + 10, at.y - 20, { steps: 4 });
    await page.mouse.move(at.x + 12, at.y + at.height / 2, { steps: 4 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.mouse.up();
    await drawn(page);
    const now = await textOf(page);
    want(!now.includes("again\"") && /repeat 3 \{[^}]*\/\/ as long as nobody comes\s*walk \/\/ slowly\s*\}/.test(now), now);
    await page.locator(".graph-edit").focus();
    await backAndForth(page, rough);
  });
}
