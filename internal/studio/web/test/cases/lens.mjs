// The lenses of brains and squads: what the chosen character makes of them, and curves that are dragged.
const worker = `// Somebody who works or rests.
state agent { sensed energy: float = 0.8; sensed danger: float = 0.3 }
action sit
action dig
goal rest { sit }
goal work { dig }
brain labour {
    want rest {
        consider "tired" energy from 1 to 0 through logistic(exponent: 2) // steep
        consider danger through   piecewise(0, 1, 0.5, 0.4, 1, 0)
        combine product
    }
    want work { score quadratic( energy )*0.5 }
    select best
    every 0.5s
}
agent worker { brain labour }
`;

const textOf = (page) => page.evaluate(() => window.draft.view.state.doc.toString());
const drawn = async (page) => {
  await page.evaluate(() => window.draft.act(() => window.draft.settled()));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
};
const becomes = async (page, text, what) => {
  await page.waitForFunction((t) => window.draft.view.state.doc.toString() === t, text).catch(async () => {
    throw new Error(`${what}: the text is ${JSON.stringify(await textOf(page)).slice(170, 1100)}`);
  });
  await drawn(page);
};
/** Asks the server about a file, one thing after the other, and returns the last answer. */
const ask = (page, file, ...requests) =>
  page.evaluate(
    (list) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        let at = 0;
        const next = () => socket.send(JSON.stringify({ ...list[at], id: ++at }));
        socket.onopen = next;
        socket.onmessage = (e) => {
          if (typeof e.data !== "string" || JSON.parse(e.data).id !== at) return;
          const a = JSON.parse(e.data);
          if (a.error) return reject(new Error(a.error));
          if (at < list.length) return next();
          socket.close();
          resolve(a.data);
        };
      }),
    [{ op: "open", file }, ...requests],
  );
/** Lets a simulation go on by ticks, and stand still then. */
const goOn = (page, file, ticks) => ask(page, file, { op: "pause" }, ...Array.from({ length: ticks / 20 }, () => ({ op: "step", count: 20 })));
const item = (page, path) => page.locator(`[data-path='${path}']`).first();
const knob = (page, path, name, curve = 0) => item(page, path).locator(`[data-curve="${curve}"] [data-handle="${name}"]`).first();
const tired = 'brain labour / want rest / consider "tired"';

export default function ({ test, want, file }) {
  file("worker.krk", worker);

  const openWorker = async (open) => {
    const page = await open("worker.krk", "view=text&agent=worker%231", undefined, ".canvas-edit");
    await page.waitForSelector("[data-testid=wantbar] b");
    await drawn(page);
    return page;
  };
  const grab = async (page, path, name) => {
    const k = knob(page, path, name);
    await k.scrollIntoViewIfNeeded();
    const r = await k.locator(".grip").boundingBox();
    const at = { x: r.x + r.width / 2, y: r.y + r.height / 2 };
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    return at;
  };

  test("lens: a curve is dragged, the text follows, and it is one step of undo", async ({ open }) => {
    const page = await openWorker(open);
    const before = Number(await item(page, "brain labour / want rest").locator("[data-testid=wantbar]").getAttribute("data-score"));
    const at = await grab(page, tired, "middle");
    await page.mouse.move(at.x + 20.6, at.y, { steps: 4 }); // 206 pixels are 1
    await becomes(page, worker.replace("exponent: 2)", "exponent: 2, xshift: 0.1)"), "while it is dragged");
    await page.mouse.move(at.x + 41.2, at.y - 10.6, { steps: 4 });
    const dragged = worker.replace("exponent: 2)", "exponent: 2, xshift: 0.2, yshift: 0.1)");
    await becomes(page, dragged, "further on");
    await page.mouse.up();
    await page.waitForFunction((b) => Math.abs(Number(document.querySelector("[data-testid=wantbar]").dataset.score) - b) > 1e-6, before);
    want(/not saved/.test(await page.getByTestId("lens-brain").innerText()), "the lens does not say what judges");
    await page.keyboard.press("Control+z");
    await becomes(page, worker, "undone");
    await page.waitForFunction((b) => Math.abs(Number(document.querySelector("[data-testid=wantbar]").dataset.score) - b) < 1e-9, before);
    await page.keyboard.press("Control+y");
    await becomes(page, dragged, "redone");
    await page.keyboard.press("Control+z");
    await becomes(page, worker, "undone again");
    const again = await grab(page, tired, "shoulder");
    await page.mouse.move(again.x - 12, again.y, { steps: 3 });
    await page.waitForFunction((t) => window.draft.view.state.doc.toString() !== t, worker);
    await page.keyboard.press("Escape");
    await becomes(page, worker, "dropped");
    await page.mouse.up();
  });

  test("lens: every handle of every kind of curve is dragged, and undone byte for byte", async ({ open }) => {
    const page = await openWorker(open);
    for (const kind of ["linear", "quadratic", "cubic", "polynomial", "logistic", "logit", "exponential", "normal", "sine", "step", "smoothstep", "piecewise(0, 0.2, 0.5, 0.9, 1, 0.1)"]) {
      const text = worker.replace("logistic(exponent: 2)", kind);
      await page.evaluate((t) => window.draft.view.dispatch({ changes: { from: 0, to: window.draft.view.state.doc.length, insert: t } }), text);
      await drawn(page);
      const line = item(page, tired);
      want((await line.locator("polyline").count()) === 1, `${kind} is not drawn`);
      const names = await line.locator("[data-handle]").evaluateAll((all) => all.map((e) => e.dataset.handle));
      want(names.length >= 4, `${kind} has only ${names}`);
      for (const name of names) {
        const at = await grab(page, tired, name);
        await page.mouse.move(at.x + 14, at.y + (at.y > (await line.locator("svg").boundingBox()).y + 66 ? -14 : 14), { steps: 2 });
        await page.mouse.up();
        await page.waitForFunction((t) => window.draft.view.state.doc.toString() !== t, text).catch(() => {
          throw new Error(`${name} of ${kind} changes nothing`);
        });
        await drawn(page);
        want((await page.locator(".card.broken, .refused").count()) === 0, `${name} of ${kind}: ${await page.locator(".refused").allInnerTexts()}`);
        await page.getByRole("button", { name: "undo" }).click();
        await becomes(page, text, `${name} of ${kind} undone`);
      }
    }
  });

  test("lens: a curve is changed by keyboard, under a name that is read out", async ({ open }) => {
    const page = await openWorker(open);
    await item(page, "brain labour / want work / score").click({ position: { x: 8, y: 8 } });
    const foot = page.getByRole("slider", { name: "foot of quadratic" });
    await foot.focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowUp");
    const text = worker.replace("( energy )", "( energy, xshift: 0.03, yshift: 0.1 )");
    await becomes(page, text, "after four keys");
    want((await foot.getAttribute("aria-valuetext")) === "xshift 0.03, yshift 0.1", `it is read out as ${await foot.getAttribute("aria-valuetext")}`);
    want(await foot.evaluate((e) => e === document.activeElement), "the handle has lost the focus");
    await page.keyboard.press("Control+z");
    await becomes(page, worker, "undone at once");
    await page.keyboard.press("Control+y");
    await becomes(page, text, "redone");
    await page.keyboard.press("Control+z");
    await becomes(page, worker, "undone");
    await foot.focus();
    await page.keyboard.press("Tab");
    want((await page.evaluate(() => document.activeElement.getAttribute("aria-label"))) === "end of quadratic", "Tab does not go to the next handle");
  });

  test("lens: points of a curve drawn by hand are added and removed", async ({ open }) => {
    const page = await openWorker(open);
    const path = "brain labour / want rest / consider";
    const line = item(page, path);
    await line.scrollIntoViewIfNeeded();
    const r = await line.locator("svg").boundingBox();
    await page.mouse.dblclick(r.x + 26 + 206 * 0.75, r.y + 114 - 106 * 0.9);
    const more = worker.replace("0.4, 1, 0)", "0.4, 0.75, 0.9, 1, 0)");
    await becomes(page, more, "with a point");
    await page.getByRole("slider", { name: "point 3 of piecewise" }).focus();
    await page.keyboard.press("ArrowDown");
    await becomes(page, more.replace("0.75, 0.9,", "0.75, 0.89,"), "moved");
    await page.getByRole("slider", { name: "point 1 of piecewise" }).focus();
    await page.keyboard.press("Delete");
    await becomes(page, more.replace("0.75, 0.9,", "0.75, 0.89,").replace("(0, 1, 0.5", "(0.5"), "without the first");
    for (const text of [more.replace("0.75, 0.9,", "0.75, 0.89,"), more, worker]) {
      await page.getByRole("button", { name: "undo" }).click();
      await becomes(page, text, "undone");
    }
  });

  test("lens: bars, dots and marks are those of the chosen character at the moment shown", async ({ open }) => {
    const page = await open("gatherer.krk", "view=text&src=gatherer.krk&agent=brave_one%231", undefined, ".canvas-edit");
    await goOn(page, "gatherer.krk", 120);
    const seen = new Set();
    for (const tick of [20, 60, 110]) {
      await page.goto(page.url().replace(/&tick=\d+/, "") + `&tick=${tick}`);
      await page.waitForFunction((t) => document.querySelector("[data-testid=lens-brain]")?.textContent.includes(`at ${(t / 10).toFixed(1)}s`), tick);
      const mind = await ask(page, "gatherer.krk", { op: "mind", agent: "brave_one#1", tick });
      const byName = (name) => mind.wants.filter((w) => w.name === `gatherer/${name}` && !w.why).sort((a, b) => Number(b.chosen ?? false) - Number(a.chosen ?? false) || b.score - a.score)[0];
      await page.waitForFunction((score) => Math.abs(Number(document.querySelector("[data-path='brain gatherer / want wander'] [data-testid=wantbar]")?.dataset.score) - score) < 1e-9, byName("wander").score);
      for (const name of ["get_item", "kill", "flee", "wander"]) {
        const bar = item(page, `brain gatherer / want ${name}`).locator("[data-testid=wantbar][data-score]");
        const w = byName(name);
        const shown = (await bar.count()) > 0 ? { score: Number(await bar.getAttribute("data-score")), chosen: (await bar.getAttribute("data-chosen")) === "true" } : undefined;
        want(!w || (shown && Math.abs(shown.score - w.score) < 1e-9 && shown.chosen === (w.chosen ?? false)), `${name} at ${tick} is shown with ${JSON.stringify(shown)} instead of ${w?.score}`);
        if (name !== "get_item" || !w) continue;
        const find = (p) => (p.kind === "curve" ? [p] : (p.under ?? []).flatMap(find));
        const curves = find(w.shape);
        for (const [i, c] of curves.entries()) {
          const at = await item(page, "brain gatherer / want get_item / score").locator(`[data-curve="${i}"]`).evaluate((e) => ({ x: Number(e.dataset.x), y: Number(e.dataset.y) }));
          want(Math.abs(at.x - (c.x ?? 0)) < 1e-9 && Math.abs(at.y - c.value) < 1e-9, `the dot of curve ${i} at ${tick} is at ${JSON.stringify(at)}, not ${c.x}, ${c.value}`);
        }
      }
      seen.add(mind.wants.map((w) => w.score).join());
    }
    want(seen.size === 3, "nothing has changed between the moments");
  });

  test("lens: without a character it says so, and whom one could choose", async ({ open }) => {
    const page = await open("gatherer.krk", "view=text&src=gatherer.krk&agent=nobody", undefined, ".canvas-edit");
    const head = page.getByTestId("lens-brain");
    await page.waitForFunction(() => /no nobody at this moment/.test(document.querySelector("[data-testid=lens-brain]")?.textContent));
    want((await page.locator("[data-testid=wantbar]").count()) === 0, "bars of nobody are shown");
    await head.getByRole("button", { name: "brave_one#1" }).click();
    await page.waitForSelector("[data-testid=wantbar] b");
    want(/brave_one#1 at/.test(await head.innerText()), await head.innerText());
  });

  test("lens: roles, ratings and orders of a squad are those of the moment shown, and its rows are edited", async ({ open }) => {
    const page = await open("fireteam.krk", "view=text&src=fireteam.krk&agent=alpha&sides=graph", undefined, ".canvas-edit");
    await goOn(page, "fireteam.krk", 320);
    const seen = new Set();
    for (const tick of [40, 250, 310]) {
      await page.goto(page.url().replace(/&tick=\d+/, "") + `&tick=${tick}`);
      await page.waitForFunction((t) => document.querySelector("[data-testid=lens-squad]")?.textContent.includes(`at ${(t / 10).toFixed(1)}s`), tick);
      const { squad } = await ask(page, "fireteam.krk", { op: "mind", agent: "alpha", tick });
      const orders = (squad.orders ?? []).map((o) => o.state).join();
      await page.waitForFunction((n) => document.querySelectorAll("[data-testid=members] .given").length === n, (squad.orders ?? []).filter((o) => squad.members.some((m) => m.name === o.member)).length);
      for (const [i, role] of squad.roles.entries()) {
        for (const m of squad.members) {
          const cell = page.locator(`[data-testid=role-${role.name}] [data-member="${m.name}"]`);
          await page.waitForFunction(([r, n, h]) => document.querySelector(`[data-testid=role-${r}] [data-member="${n}"]`)?.dataset.holds === h, [role.name, m.name, String(m.role === i)]);
          want(Math.abs(Number(await cell.getAttribute("data-score")) - m.scores[i]) < 1e-9, `${m.name} as ${role.name} at ${tick} is shown as ${await cell.getAttribute("aria-label")}`);
        }
      }
      seen.add(squad.members.map((m) => m.role).join() + orders + squad.members.map((m) => m.doing).join());
    }
    want(seen.size > 1, "the squad is the same at all moments");
    const before = await textOf(page);
    const gunner = item(page, "squad fireteam / role gunner");
    await gunner.locator(".clause", { hasText: "score" }).click();
    await page.waitForSelector(".lineedit .cm-content");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("0");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("[data-testid=role-gunner] .unfit").length > 3);
    want(/not saved/.test(await page.getByTestId("lens-squad").innerText()), "the lens does not say what judges");
    await page.waitForSelector(".lineedit", { state: "detached" });
    await page.keyboard.press("Control+z");
    await becomes(page, before, "undone");
    await page.waitForFunction(() => document.querySelectorAll("[data-testid=role-gunner] .unfit").length === 0);
    await gunner.click({ position: { x: 6, y: 6 } });
    await page.getByRole("button", { name: "+ below" }).click();
    await page.keyboard.insertText("role medic 0..1");
    await page.locator(".palette li", { hasText: "as written" }).click();
    await page.waitForSelector("[data-testid=role-medic] .cell");
    await drawn(page);
    await page.keyboard.press("Alt+ArrowUp");
    await drawn(page);
    want(/role medic\s+0\.\.1\n\s*role gunner/.test(await textOf(page)), "the row was not moved");
    await page.keyboard.press("Delete");
    await becomes(page, before, "removed");
  });

  test("lens: of several squads, one is chosen", async ({ open }) => {
    const page = await open("fireteam.krk", "view=text&src=fireteam.krk&agent=rifleman%232&sides=graph", undefined, ".canvas-edit");
    await goOn(page, "fireteam.krk", 20);
    const head = page.getByTestId("lens-squad");
    const choice = head.getByLabel("squad of fireteam");
    await choice.waitFor();
    want((await choice.inputValue()) === "alpha" && /with rifleman#2/.test(await head.textContent()), `it shows ${await head.textContent()}`);
    const members = () => page.locator("[data-testid=members] .who-link").allTextContents();
    const alpha = await members();
    await choice.selectOption("bravo");
    await page.waitForURL((u) => u.searchParams.get("agent") === "bravo");
    await page.waitForFunction(() => document.querySelector("[data-testid=members] .who-link")?.textContent === "rifleman#6");
    const bravo = await members();
    want(alpha.length === 5 && bravo.length === 5 && !alpha.some((m) => bravo.includes(m)), `alpha has ${alpha}, bravo ${bravo}`);
    want((await choice.inputValue()) === "bravo", `${await choice.inputValue()} is chosen`);
  });
}
