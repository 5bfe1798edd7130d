// What the graph of the text does beside building programs: reasons in the palette, placeholders that give way, frames.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { past, pause } from "../quiet.mjs";

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

agent man { tree guard }
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

  /** The text as the formatter lays it out. */
  const formatted = (page, file) => page.evaluate(async (file) => {
    const text = window.draft.view.state.doc.toString();
    return new Promise((done) => {
      const socket = new WebSocket(`ws://${location.host}/ws`);
      socket.onopen = () => socket.send(JSON.stringify({ id: 1, op: "open", file }));
      socket.onmessage = (e) => {
        const a = typeof e.data === "string" ? JSON.parse(e.data) : {};
        if (a.id === 1) socket.send(JSON.stringify({ id: 2, op: "format", file, text }));
        if (a.id === 2) (socket.close(), done(a.data.text));
      };
    });
  }, file);

  test("statements are collapsed and framed, by mouse and keyboard, kept in the file, and undone", async ({ open, folder }) => {
    const page = await started(open, "rough.krk");
    const at = (path) => page.locator(`.graph-edit [data-path="${path}"]`);
    await select(page, "tree guard / 0.0");
    await page.keyboard.press("f");
    await drawn(page);
    want((await textOf(page)).includes("        // karakuri: collapsed\n        sequence {"), await textOf(page));
    want((await at("tree guard / 0.0.0").count()) === 0 && (await at("tree guard / 0.1.0").count()) === 1, "it is not collapsed");
    // What the cursor is in is shown by what holds it.
    await page.evaluate(() => window.draft.select("tree guard / 0.0.1"));
    await page.waitForFunction(() => document.querySelector('.graph-edit [data-path="tree guard / 0.0"]').classList.contains("selected"));
    await page.keyboard.press("Escape");
    await page.locator("[data-open='tree guard / 0.0']").click();
    await drawn(page);
    want((await textOf(page)) === rough && (await at("tree guard / 0.0.0").count()) === 1, "a click does not expand it");
    // A frame around two nodes that are selected with the mouse.
    await at("tree guard / 0.1").first().click({ position: { x: 6, y: 6 } });
    await at("tree guard / 0.2").first().click({ position: { x: 6, y: 6 }, modifiers: ["Shift"] });
    await page.getByRole("button", { name: "frame", exact: true }).click();
    await page.getByRole("textbox", { name: "title" }).fill("not done yet");
    await page.keyboard.press("Enter");
    await drawn(page);
    await page.getByRole("group", { name: "frame not done yet" }).waitFor();
    want((await page.locator(".graph-edit .frame .item.bt").count()) === 4, `${await page.locator(".graph-edit .frame .item.bt").count()} nodes are in the frame`);
    const framed = await textOf(page);
    want(framed === (await formatted(page, "rough.krk")), "a file with marks does not format to itself");
    // The frame stays around what is done in it.
    await select(page, "tree guard / 0.1");
    await page.keyboard.press("n");
    await page.waitForSelector(".palette input:focus");
    await page.keyboard.insertText("wait 7s");
    await page.waitForFunction(() => document.querySelector(".palette")?.dataset.asked === "wait 7s");
    await page.keyboard.press("Enter");
    await drawn(page);
    want((await page.locator(".graph-edit .frame [data-path='tree guard / 0.2']").count()) === 1, "what is inserted is not in the frame");
    await page.screenshot({ path: join(process.env.SHOTS ?? folder, "frame.png") });
    await select(page, "tree guard / 0.1");
    await page.keyboard.press("Delete");
    await drawn(page);
    want((await page.locator(".graph-edit .frame .title").innerText()) === "not done yet", "the frame has gone with its first statement");
    // By keyboard: another title, and declarations.
    await select(page, "tree guard / 0.1");
    await page.keyboard.press("g");
    await page.getByRole("textbox", { name: "title" }).fill("later");
    await page.keyboard.press("Enter");
    await drawn(page);
    want((await page.locator(".graph-edit .frame .title").innerText()) === "later", await textOf(page));
    await select(page, "tree guard");
    await page.keyboard.press("g");
    await page.getByRole("textbox", { name: "title" }).fill("all of it");
    await page.keyboard.press("Enter");
    await drawn(page);
    want((await page.locator(".cards > .frame > .title").innerText()) === "all of it", await textOf(page));
    want((await textOf(page)) === (await formatted(page, "rough.krk")), "it does not format to itself");
    await page.keyboard.press("f");
    await drawn(page);
    want((await at("tree guard / 0").count()) === 0, "the declaration is not collapsed");
    await backAndForth(page, rough);
    // Marks are of the file: another page shows them, when it is saved.
    await page.keyboard.press("Control+s");
    await page.waitForFunction(() => /saved/.test(document.querySelector("[data-testid=note]")?.textContent ?? ""));
    const other = await started(open, "rough.krk");
    await other.getByRole("button", { name: /^expand: \d+ statements/ }).click();
    await drawn(other);
    want((await other.locator(".frame .title").allInnerTexts()).sort().join() === "all of it,later", "the other page shows other frames");
    await select(other, "tree guard / 0.1");
    await other.keyboard.press("g");
    await other.getByRole("button", { name: "take the frame away" }).click();
    await drawn(other);
    want((await other.locator(".frame .title").allInnerTexts()).join() === "all of it", "the frame is still there");
  });

  test("an imported file keeps its own frames, and those of the file that imports it", async ({ open }) => {
    const page = await started(open, "soldier.krk");
    const before = await textOf(page);
    await page.getByRole("button", { name: "weapons.krk", exact: true }).click();
    await page.waitForFunction(() => window.draft?.file === "weapons.krk");
    await drawn(page);
    const start = await textOf(page);
    await page.keyboard.press("Escape");
    await page.locator(".graph-edit").focus();
    const paths = await page.evaluate(() => window.draft.get().parts.map((p) => p.path));
    await page.evaluate((paths) => window.draft.set({ selected: paths.slice(1, 3) }), paths);
    await page.keyboard.press("g");
    await page.getByRole("textbox", { name: "title" }).fill("what they carry");
    await page.keyboard.press("Enter");
    await drawn(page);
    want((await page.locator(".cards > .frame .item.card").count()) === 2, "the frame does not hold two declarations");
    await page.getByRole("button", { name: "soldier.krk" }).first().click();
    await page.waitForFunction(() => window.draft?.file === "soldier.krk");
    await drawn(page);
    want((await textOf(page)) === before && (await page.locator(".frame").count()) === 0, "the other file has changed");
    await page.getByRole("button", { name: /^weapons.krk/ }).click();
    await page.waitForFunction(() => window.draft?.file === "weapons.krk");
    await drawn(page);
    want((await page.locator(".frame .title").innerText()) === "what they carry", "the frame is lost");
    await page.locator(".graph-edit").focus();
    await page.keyboard.press("Control+z");
    await drawn(page);
    want((await textOf(page)) === start, "undo after another file was looked at");
  });

  test("what a clause names is picked in the world: a place, a value, a position", async ({ open, folder }) => {
    const page = await started(open, "guards.krk");
    const start = await textOf(page);
    const path = await page.evaluate(() => {
      const find = (list) => list.flatMap((p) => [p, ...find(p.lines ?? [])]);
      return find(window.draft.get().parts).find((p) => /return_to\(/.test(p.head) && p.group === "node")?.path;
    });
    want(path, "nobody returns");
    await select(page, path);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".lineedit .cm-content:focus");
    const line = await page.locator(".lineedit .cm-content").innerText();
    await page.keyboard.press("ArrowLeft"); // to its argument
    await page.keyboard.press("Alt+p");
    await page.getByTestId("picker").waitFor();
    await page.screenshot({ path: join(process.env.SHOTS ?? folder, "picker.png") });
    const known = page.locator(".picker .values button").first();
    const name = await known.innerText();
    await known.click();
    await page.waitForSelector(".lineedit .cm-content:focus");
    want((await page.locator(".lineedit .cm-content").innerText()) === `return_to(${name})`, await page.locator(".lineedit .cm-content").innerText());
    // A character on the map; one that the program has no name for cannot be picked.
    await page.getByRole("button", { name: "pick in the world" }).click();
    await page.locator(".picker .thing.unknown").first().click({ force: true });
    want((await page.getByTestId("picker").count()) === 1, "a character without a name was picked");
    await page.locator(".picker .thing[aria-label^='player,']").click();
    await page.waitForSelector(".lineedit .cm-content:focus");
    want(/\(player\)/.test(await page.locator(".lineedit .cm-content").innerText()), await page.locator(".lineedit .cm-content").innerText());
    // Another pick replaces it; Esc in the picker leaves the line as it is.
    await page.getByRole("button", { name: "pick in the world" }).click();
    const box = await page.locator(".picker svg .ground").boundingBox();
    await page.mouse.click(box.x + box.width / 2 + 3, box.y + box.height / 2 + 3);
    await page.waitForSelector(".lineedit .cm-content:focus");
    const now = await page.locator(".lineedit .cm-content").innerText();
    want(/vec2\([\d.]+, [\d.]+\)/.test(now) && !now.includes(`(${name})`), now);
    await page.keyboard.press("Alt+p");
    await page.getByTestId("picker").waitFor();
    await page.keyboard.press("Escape");
    await page.getByTestId("picker").waitFor({ state: "detached" });
    want((await page.locator(".lineedit .cm-content").innerText()) === now, "Esc changes the line");
    await page.waitForSelector(".lineedit .cm-content:focus");
    await page.keyboard.press("Escape");
    await page.locator(".lineedit").waitFor({ state: "detached" });
    await drawn(page);
    want((await textOf(page)) === start && line.length > 0, `what was not taken over has changed the text: ${line} ${await textOf(page)}`);
  });

  test("every view is exported as a picture that says what the page says, in both themes", async ({ open, folder }) => {
    const page = await open("gatherer.krk", "view=text&agent=brave_one%231", undefined, ".graph-edit .item");
    await page.keyboard.press("Escape");
    await past(page, 12);
    await pause(page);
    for (const theme of ["dark", "light"]) {
      for (const view of ["World", "Mind", "Decision", "Domain", "Edit", "Time"]) {
        await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press(String(["World", "Mind", "Decision", "Domain", "Edit", "Time"].indexOf(view) + 1));
        await page.waitForFunction((v) => document.querySelector(`main.view`)?.innerText.length > 0 || v === "Time", view);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        const longest = () => page.evaluate(() => Math.max(0, ...[...document.querySelectorAll("main.view *")].filter((e) => !e.closest(".cm-editor, .graph-edit") && /auto|scroll/.test(getComputedStyle(e).overflowY)).map((e) => e.scrollHeight)));
        let whole = 0; // as soon as there is something to scroll
        if (["Mind", "Decision"].includes(view)) while (whole <= 400) whole = await longest();
        for (const kind of ["SVG", "PNG"]) {
          await page.keyboard.press("Control+k");
          await page.getByRole("textbox", { name: "search everything" }).or(page.getByRole("combobox", { name: "search everything" })).fill(`export this view as ${kind}`);
          const [file] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
          const at = join(process.env.SHOTS ?? folder, `export-${theme}-${view}.${kind.toLowerCase()}`);
          await file.saveAs(at);
          const data = readFileSync(at);
          if (kind === "PNG") want(data.readUInt32BE(16) > 400 && data.readUInt32BE(20) > 200, `${view}: a picture of ${data.readUInt32BE(16)} × ${data.readUInt32BE(20)}`);
          else {
            const text = data.toString();
            want(text.startsWith("<svg") && text.includes(`data-theme="${theme}"`) === (theme === "light" || text.includes("data-theme")), `${view}: ${text.slice(0, 120)}`);
            const faults = await page.evaluate((text) => new DOMParser().parseFromString(text, "image/svg+xml").querySelector("parsererror")?.textContent, text);
            want(!faults, `${view}: ${faults}`);
            if (["Mind", "Decision"].includes(view)) {
              const high = Number(/height="([\d.]+)"/.exec(text)[1]);
              want(high >= whole, `${view}: the picture is ${high} high, its longest list ${whole}`);
              want(await page.locator("main.view").evaluate((e) => e.clientHeight < innerHeight), `${view}: the page stays as high as its picture`);
            }
            if (view === "Edit") want(text.includes("brain") && text.includes("want"), "the graph is not in the picture");
          }
        }
      }
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press("t");
    }
  });
}
