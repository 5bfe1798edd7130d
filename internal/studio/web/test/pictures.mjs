// Makes a picture of each view, of moments that are worth looking at: node test/pictures.mjs FOLDER [PART OF A NAME]
// With EVERY set, each is made in both themes, at 1440×900 and 1920×1080.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startBrowser, startStudio } from "./browser.mjs";
import { packed } from "./png.mjs";
import { settled, still } from "./quiet.mjs";

const folder = process.argv[2] ?? "pictures";
const size = { width: 1280, height: 720 };
const sizes = [{ width: 1440, height: 900 }, { width: 1920, height: 1080 }];

// Where the runs come from that are looked at: the seed, how far they go, and what happens on the way.
const runs = {
  camp: { file: "internal/studio/testdata/camp.krk", ticks: 40 },
  fireteam: { file: "examples/fireteam/fireteam.krk", ticks: 780 },
  gatherer: { file: "examples/gatherer/gatherer.krk", ticks: 300 },
  guards: { file: "examples/guards/guards.krk", ticks: 600 },
  kitchen: { file: "examples/kitchen/kitchen.krk", ticks: 900 },
  meal: { file: "examples/meal/meal.krk", ticks: 100 },
  skirmish: { file: "examples/skirmish/skirmish.krk", ticks: 60 },
  soldier: { file: "examples/soldier/soldier.krk", ticks: 60, then: { agent: "sentry#1", sets: ["seen_at(kane) = yard", "seen_at(moss) = gate", "visible(kane) = true", "visible(moss) = true", "alert = alarmed"], ticks: 20 } },
};
const shots = [
  ["start", undefined, ""],
  ["decision", "gatherer", "view=decision&agent=cautious_one%231&tick=90"],
  ["decision-tree", "guards", "view=decision&agent=far_guard%232&tick=300"],
  ["decision-squad", "fireteam", "view=decision&agent=rifleman%231&tick=250"],
  ["world", "fireteam", "view=world&agent=rifleman%234&tick=730"],
  ["mind", "gatherer", "view=mind&agent=cautious_one%231&tick=90"],
  ["plan", "soldier", "view=decision&agent=sentry%231"],
  ["domain", "kitchen", "view=domain&agent=brigade"],
  ["time", "kitchen", "view=time&agent=brigade&tick=500&span=60"],
  ["text", "meal", "view=text"],
  ["scene", "skirmish", "view=text&src=examples%2Fskirmish%2Fskirmish.scene&line=7"],
  ["lens-tree", "guards", "view=text&src=guards.krk&line=23"],
  ["lens-task", "kitchen", "view=text&src=kitchen.krk&line=118"],
  ["lens-brain", "gatherer", "view=text&src=gatherer.krk&line=69&sides=graph&agent=brave_one%231&tick=190", undefined, undefined, { width: 1280, height: 800 }],
  ["lens-squad", "fireteam", "view=text&src=fireteam.krk&line=310&sides=graph&agent=alpha&tick=250", undefined, undefined, { width: 1280, height: 800 }],
  ["lens-scene", "fireteam", "view=text&src=examples%2Ffireteam%2Ffireteam.scene&line=3"],
  ["squad", "fireteam", "view=mind&agent=alpha&tick=250"],
  ["tree", "guards", "view=mind&agent=far_guard%232&tick=300"],
  ["fork", "gatherer", "view=world&agent=cautious_one%231&tick=90&layers=n", undefined, { personality: "brave", later: 3 }],
  ["why", "camp", "view=decision&why=shoot_deer"],
  ["plan-light", "soldier", "view=decision&agent=sentry%231", "light"],
  ["world-light", "kitchen", "view=world&agent=cook%232&tick=300", "light"],
];

/** Asks the server from within a page, one thing after the other. */
const ask = (page, requests) =>
  page.evaluate(
    (requests) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        let at = 0;
        const next = () => (at < requests.length ? socket.send(JSON.stringify({ ...requests[at], id: ++at })) : (socket.close(), resolve()));
        socket.onopen = next;
        socket.onerror = () => reject(new Error("no socket"));
        socket.onmessage = (e) => {
          const a = typeof e.data === "string" ? JSON.parse(e.data) : {};
          if (a.id !== at) return;
          if (a.error) return reject(new Error(`${requests[at - 1].op}: ${a.error}`));
          next();
        };
      }),
    requests,
  );

/** Forks the shown moment by a personality, and goes to some seconds after the first difference. */
async function fork(page, { personality, later }) {
  await page.keyboard.press("Shift+F");
  await page.getByLabel("personality").selectOption(personality);
  await page.getByRole("button", { name: "run both from here" }).click();
  await page.waitForSelector("[data-testid=forkbar][data-done=true]");
  await page.getByRole("button", { name: "go to it" }).click();
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < later; i++) await page.keyboard.press(";");
  await settled(page);
}

/** So many ticks: the server takes at most 100 at once. */
const steps = (n) => Array.from({ length: Math.ceil(n / 100) }, (_, i) => ({ op: "step", count: Math.min(100, n - 100 * i) }));

mkdirSync(folder, { recursive: true });
const wanted = shots.filter(([name]) => !process.argv[3] || name.includes(process.argv[3]));
const names = [...new Set(wanted.map(([, run]) => run).filter(Boolean))];
const takes = process.env.EVERY
  ? wanted.filter(([, , , theme]) => !theme).flatMap(([name, run, query, , forked]) => sizes.flatMap((s) => ["dark", "light"].map((theme) => [`${name}-${s.width}-${theme}`, run, query, theme, forked, s])))
  : wanted;
const studio = await startStudio(Object.values(runs).map((r) => r.file)); // all of them: they are named from the folder that they have in common
const { browser, page: newPage } = await startBrowser();
let faults = 0;
try {
  for (const name of names) {
    const { file, ticks, then } = runs[name];
    const edits = wanted.every(([, run, query]) => run !== name || (query.startsWith("view=text") && !query.includes("tick="))); // no moment is looked at
    const page = await newPage();
    await page.goto(studio.url);
    await ask(page, [{ op: "open", file }, { op: "pause" }, { op: "restart", seed: 1 }, { op: "pause" }, ...steps(edits ? 0 : ticks), ...(then && !edits ? [{ op: "set", agent: then.agent, sets: then.sets }, ...steps(then.ticks)] : [])]);
    await page.context().close();
  }
  for (const [name, run, query, theme, forked, at] of takes) {
    const page = await newPage(theme, at ?? size);
    await page.goto(run ? `${studio.url}?file=${encodeURIComponent(runs[run].file)}&${query}` : studio.url);
    await page.waitForSelector(run ? ".who.on" : ".picture[data-drawn=yes]");
    await settled(page);
    if (forked) await fork(page, forked);
    await page.evaluate(() => document.activeElement?.blur()); // a cursor that blinks is never still
    await still(page, async () => (await page.screenshot()).toString("base64"));
    writeFileSync(join(folder, `${name}.png`), await packed(page, await page.screenshot()));
    if (page.faults.length) console.log(name, page.faults);
    faults += page.faults.length;
    await page.context().close();
  }
} finally {
  await browser.close();
  studio.stop();
}
process.exit(faults ? 1 : 0);
