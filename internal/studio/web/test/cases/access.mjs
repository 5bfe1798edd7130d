// Access by keyboard and screen reader, in all views.
export default function ({ test, want }) {
  const views = ["world", "mind", "decision", "domain", "text", "time"];
  const controls = new Set(["button", "textbox", "searchbox", "combobox", "slider", "checkbox", "radio", "link", "tab", "spinbutton", "menuitem", "option", "switch", "treeitem", "tree", "dialog", "radiogroup", "toolbar", "progressbar", "listbox"]);

  /** The controls that a screen reader would find without a name, as HTML. */
  const nameless = async (page) => {
    const cdp = await page.context().newCDPSession(page);
    const { nodes } = await cdp.send("Accessibility.getFullAXTree");
    const bad = [];
    let seen = 0;
    for (const n of nodes) {
      if (n.ignored || !controls.has(n.role?.value)) continue;
      seen++;
      if ((n.name?.value ?? "").trim() !== "") continue;
      try {
        const { outerHTML } = await cdp.send("DOM.getOuterHTML", { backendNodeId: n.backendDOMNodeId });
        bad.push(`${n.role.value}: ${outerHTML.slice(0, 160)}`);
      } catch {
        seen--; // it has gone meanwhile
      }
    }
    await cdp.detach();
    return { bad, seen };
  };

  test("every control of every view has a name for screen readers", async ({ open }) => {
    const wrong = [];
    for (const file of ["meal.krk", "guards.krk", "gatherer.krk"]) {
      const page = await open(file, "view=world");
      for (const view of views) {
        await page.keyboard.press(String(views.indexOf(view) + 1));
        await page.waitForFunction((v) => new URLSearchParams(location.search).get("view") === v && document.querySelector(".view > *") && !document.querySelector(".view > p.empty"), view);
        if (view === "text") {
          await page.waitForFunction(() => window.draft?.measured.count > 0);
          await page.getByRole("button", { name: "consequences", exact: true }).click();
          await page.waitForSelector("[data-testid=consequences][data-done=yes]");
          wrong.push(...(await nameless(page)).bad.map((b) => `consequences: ${b}`));
          await page.getByRole("button", { name: "differences", exact: true }).click();
          await page.waitForSelector("[data-testid=versions][data-count='0']");
        }
        const { bad, seen } = await nameless(page);
        want(seen > 10, `${view} of ${file} has ${seen} controls`);
        wrong.push(...bad.map((b) => `${view} of ${file}: ${b}`));
        if (view === "text") await page.locator(".agents, body").first().click({ position: { x: 3, y: 300 } });
      }
      await page.keyboard.press("c");
      await page.getByTestId("tuning").waitFor();
      wrong.push(...(await nameless(page)).bad.map((b) => `constants: ${b}`));
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.waitForSelector(".finder");
      wrong.push(...(await nameless(page)).bad.map((b) => `search: ${b}`));
    }
    want(wrong.length === 0, [...new Set(wrong)].join("\n      "));
  });

  test("the focus is visible wherever the Tab key leads, and it leads through the whole page", async ({ open }) => {
    const wrong = [];
    for (const view of views) {
      const page = await open("meal.krk", `view=${view}`);
      const seen = new Set();
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press("Tab");
        await page.waitForFunction(() => { // the editor notes a moment later that it has the focus
          const editor = document.activeElement?.closest(".cm-editor");
          return !editor || editor.classList.contains("cm-focused");
        });
        const at = await page.evaluate(() => {
          const e = document.activeElement;
          if (!e || e === document.body) return undefined;
          const s = getComputedStyle(e);
          const inside = e.closest(".cm-editor");
          const shown = (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0) || s.boxShadow !== "none" || (inside && getComputedStyle(inside).outlineStyle !== "none") || (e.closest(".finder") && true);
          return { shown, html: e.outerHTML.slice(0, 120) };
        });
        if (!at) continue;
        seen.add(at.html);
        if (!at.shown) wrong.push(`${view}: ${at.html}`);
        if (/cm-content/.test(at.html)) await page.keyboard.press("F6"); // Tab writes there
      }
      want(seen.size >= 12, `${view}: Tab reaches ${seen.size} controls`);
    }
    want(wrong.length === 0, [...new Set(wrong)].join("\n      "));
  });

  test("who asks for less motion sees none, in no view", async ({ open }) => {
    const wrong = [];
    for (const file of ["meal.krk", "guards.krk", "fireteam.krk"]) {
      const page = await open(file, "view=world");
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.evaluate(() => {
        window.moved_ = [];
        for (const kind of ["animationstart", "transitionrun"]) document.addEventListener(kind, (e) => window.moved_.push(`${kind} ${e.animationName ?? e.propertyName} of ${e.target.className}`), true);
      });
      await page.keyboard.press(" "); // what moves while the run goes on
      for (const view of views) {
        await page.keyboard.press(String(views.indexOf(view) + 1));
        await page.waitForFunction((v) => new URLSearchParams(location.search).get("view") === v && document.querySelector(".view > *") && !document.querySelector(".view > p.empty"), view);
        if (view === "text") {
          await page.waitForFunction(() => window.draft?.measured.count > 0);
          for (const tab of await page.locator(".text > .tools .tab").all()) {
            await tab.click();
            await page.waitForSelector(".graph-edit, .stage-edit");
          }
        }
        const moves = await page.evaluate(() => {
          const e = document.createElement("div");
          e.className = "node flash";
          document.querySelector(".view").append(e);
          document.querySelectorAll(".record").forEach((r) => r.classList.add("on"));
          const list = document.getAnimations().filter((a) => a.playState === "running").map((a) => a.animationName ?? a.transitionProperty);
          e.remove();
          return [...list, ...window.moved_.splice(0)];
        });
        wrong.push(...moves.map((m) => `${view} of ${file}: ${m}`));
        if (view === "text") await page.locator(".agents, body").first().click({ position: { x: 3, y: 300 } });
      }
    }
    want(wrong.length === 0, `it moves: ${[...new Set(wrong)].join("; ")}`);
  });

  test("several statements are removed as one step of undo, also in a text with mistakes", async ({ open }) => {
    const page = await open("meal.krk", "view=text");
    await page.waitForFunction(() => window.draft?.measured.count > 0);
    const text = () => page.evaluate(() => window.draft.view.state.doc.toString());
    await page.evaluate(() => window.draft.view.dispatch({ changes: { from: window.draft.view.state.doc.length, insert: "\nnonsense {\n" } }));
    await page.waitForFunction(() => window.draft.get().parts.some((p) => p.broken));
    const before = await text();
    await page.locator('[data-path="operator eat"]').first().click({ position: { x: 8, y: 10 } });
    await page.locator('[data-path="operator work"]').first().click({ modifiers: ["Shift"], position: { x: 8, y: 10 } });
    await page.keyboard.press("Delete");
    await page.waitForFunction(() => !/operator (eat|work)/.test(window.draft.view.state.doc.toString()));
    await page.keyboard.press("Control+z");
    await page.waitForFunction((t) => window.draft.view.state.doc.toString() === t, before);
    await page.keyboard.press("Control+y");
    await page.waitForFunction(() => !/operator (eat|work)/.test(window.draft.view.state.doc.toString()));
    want((await text()).includes("operator buy"), "too much is gone");
  });
}
