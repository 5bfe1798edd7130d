// Each view on each demo, with what must be seen there.
import { readFileSync } from "node:fs";
import { join } from "node:path";

// The selected character; the number of characters; and words that each view must have. For the world the words are
// those of its places, items and figures.
const demos = {
  meal: { who: "villager#1", figures: 1, world: ["villager#1", "shop"], mind: ["Plan", "dine"], decision: ["dine"], domain: ["dine", "buy"], text: "agent villager" },
  soldier: { who: "sentry#1", figures: 1, world: ["sentry#1"], mind: ["serve", "magazines"], decision: ["serve"], domain: ["reload"], text: "import" },
  guards: { who: "near_guard#2", figures: 5, place: "yard", world: ["player", "far_guard#2"], mind: ["guard", "keep_watch", "chase(player)", "distance(player)"], decision: ["keep_watch", "attack"], domain: [], text: "type foe" },
  gatherer: { figures: 4, place: "gatherer.scene", world: ["energy"], mind: ["wander"], decision: [], domain: [], text: "gatherer.krk" },
  fireteam: { who: "alpha", figures: 10, place: "fireteam.scene", world: ["rifleman#10"], mind: ["command"], decision: ["command"], domain: [], text: "fireteam.krk" },
  "fireteam.krk · player": { who: "player#1", figures: 6, place: "player.scene", world: ["player#1"], mind: [], decision: [], domain: [], text: "fireteam.krk" },
  kitchen: { who: "brigade", figures: 3, place: "restaurant", world: ["cook#3", "board1", "table 12", "order1"], mind: ["run_the_kitchen", "hands"], decision: ["run_the_kitchen"], domain: [], text: "type dish" },
  camp: { who: "hunter#1", figures: 1, world: ["hunter#1"], mind: ["Plan"], decision: ["Plannings"], domain: ["shoot_deer"], text: "hunter" },
};
const views = ["world", "mind", "decision", "domain", "text", "time"];

/** Asks the server as a page does. */
const ask = (page, file, requests) =>
  page.evaluate(
    ([file, requests]) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const answers = [];
        const all = [{ op: "open", file }, ...requests];
        socket.onopen = () => all.forEach((r, i) => socket.send(JSON.stringify({ ...r, id: i + 1 })));
        socket.onerror = () => reject(new Error("no socket"));
        socket.onmessage = (e) => {
          if (typeof e.data !== "string") return;
          const a = JSON.parse(e.data);
          if (!a.id) return;
          answers[a.id - 1] = a.data ?? { error: a.error };
          if (a.id < all.length) return;
          socket.close();
          resolve(answers);
        };
      }),
    [file, requests],
  );

/** Waits for a text to hold some words. */
async function holds(page, what, words, read) {
  page.awaited = `${what}: ${words}`;
  for (let all = false; !all; await nextFrame(page)) {
    const text = (await read()).toLowerCase();
    all = words.every((w) => text.includes(w.toLowerCase()));
  }
}

const nextFrame = (page) => page.evaluate(() => new Promise(requestAnimationFrame));

/** Makes ticks until an event of a run has one of some texts, and returns it; nothing if none has it after some simulated time. */
async function happens(page, file, texts) {
  await ask(page, file, [{ op: "pause" }, { op: "restart", seed: 1 }, { op: "pause" }]);
  for (let i = 0; i < 20; i++) {
    const list = JSON.stringify((await ask(page, file, [{ op: "step", count: 100 }, { op: "events" }]))[2]);
    const found = texts.find((t) => list.includes(t));
    if (found) return found;
  }
}

export default function ({ test, want, file: add }) {
  for (const scene of ["player", "woods"]) add(`${scene}.scene`, readFileSync(join(process.env.ROOT ?? "../../..", `examples/fireteam/${scene}.scene`)));

  for (const [demo, expected] of Object.entries(demos)) {
    test(`each view shows ${demo}`, async ({ open }) => {
      const file = demo.includes(".krk") ? demo : `${demo}.krk`;
      const page = await open(encodeURIComponent(file), `view=decision${expected.who ? `&agent=${encodeURIComponent(expected.who)}` : ""}`);
      await ask(page, file, [{ op: "pause" }, { op: "restart", seed: 1 }, { op: "pause" }, { op: "step", count: 100 }]); // all runs show the same
      for (const [i, view] of views.entries()) {
        await page.keyboard.press(String(i + 1));
        await page.waitForURL((u) => u.searchParams.get("view") === view);
        const lanes = await page.locator("[data-testid=timeline]").boundingBox();
        want(lanes && lanes.height > 30, `the timeline of ${demo} has no lanes`);
        if (view === "world") {
          await page.waitForSelector(".world canvas");
          await holds(page, "the world", expected.world, async () => {
            const [opened, now] = await ask(page, file, [{ op: "frame" }]);
            want(!expected.place || opened.place === expected.place, `${demo} lives in ${opened.place}`);
            const there = now.filter((f) => !f.i);
            want(there.length >= expected.figures, `${there.length} characters of ${demo} are there`);
            return [...now.map((f) => f.n || f.i), ...(opened.land.places ?? []).map((p) => p.name)].join("\n");
          });
        } else if (view === "text") {
          await page.waitForSelector(".cm-content");
          await holds(page, "the text", [expected.text], () => page.locator(".cm-content").first().innerText());
        } else {
          await holds(page, view, expected[view] ?? [], () => page.locator(".view").innerText());
          await page.waitForFunction(() => document.querySelector(".view").innerText.length > 0); // a view that is loaded late is empty at first
        }
        await page.evaluate(() => document.activeElement?.blur()); // out of the editor
      }
    });
  }

  test("guards chase the player", async ({ open }) => {
    const page = await open("guards.krk", "view=mind&agent=far_guard%231");
    want(await happens(page, "guards.krk", ["attack(player)", "chase(player)", "keep_range(player)"]), "guards do nothing about the player");
  });

  test("orders are served in the kitchen", async ({ open }) => {
    const page = await open("kitchen.krk", "view=decision&agent=brigade");
    want(await happens(page, "kitchen.krk", ["step ended: serve("]), "no order is served");
  });
}
