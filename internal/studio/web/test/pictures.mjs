// Makes a picture of each view, of moments that are worth looking at: node test/pictures.mjs FOLDER [PART OF A NAME]
// With EVERY set, each is made in both themes, at 1440×900 and 1920×1080.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBrowser, startStudio } from "./browser.mjs";
import { packed } from "./png.mjs";
import { settled, still } from "./quiet.mjs";
import { recorded } from "./recorded.mjs";

const folder = process.argv[2] ?? "pictures";
const size = { width: 1280, height: 720 };
const sizes = [{ width: 1440, height: 900 }, { width: 1920, height: 1080 }];

// Where the runs come from that are looked at: the seed, how far they go, and what happens on the way.
const runs = {
  alarm: { file: "examples/alarm/alarm.krk", ticks: 300, asks: [
    ...[[52, "burglar#1", "the guards do not see him yet"], [118, "watchman#1", "looks wrong: why not at once?"], [203, "watchman#2", ""]].map(([tick, agent, note]) => ({ op: "bookmark", mark: { id: 0, tick, agent, note } })),
    ...[{ name: "chase" }, { name: "guarding/come to help", of: "watchman" }, { name: "given_up", agent: "burglar#1" }, { name: "stealing/discovered", off: true }].map((b) => ({ op: "break", break: { id: 0, kind: "", hits: 0, ...b } })),
  ] },
  camp: { file: "internal/studio/testdata/camp.krk", ticks: 40 },
  fireteam: { file: "examples/fireteam/fireteam.krk", ticks: 780 },
  gatherer: { file: "examples/gatherer/gatherer.krk", ticks: 300 },
  guards: { file: "examples/guards/guards.krk", ticks: 600 },
  kitchen: { file: "examples/kitchen/kitchen.krk", ticks: 900 },
  meal: { file: "examples/meal/meal.krk", ticks: 100 },
  skirmish: { file: "examples/skirmish/skirmish.krk", ticks: 60 },
  soldier: { file: "examples/soldier/soldier.krk", ticks: 60, then: { agent: "sentry#1", sets: { "seen_at(kane)": "yard", "seen_at(moss)": "gate", "visible(kane)": "true", "visible(moss)": "true", alert: "alarmed" }, ticks: 20 } },
};

/** Writes something else in the text of the page. */
const rewritten = (page, old, text) =>
  page.evaluate(([old, text]) => {
    const { view } = window.draft;
    const at = view.state.doc.toString().indexOf(old);
    view.dispatch({ changes: { from: at, to: at + old.length, insert: text } });
  }, [old, text]);
const drafted = (page) => page.waitForFunction(() => window.draft?.measured.count > 0);

// What is done on a page before its picture is made.
const find = (text) => async (page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "search everything" }).fill(text);
  await page.locator("[data-testid=found] .on").waitFor();
};
const key = (k, ready) => async (page) => {
  await page.keyboard.press(k);
  await page.waitForSelector(ready);
};
const consequences = async (page) => {
  await drafted(page);
  await page.getByRole("button", { name: "consequences", exact: true }).click();
  await rewritten(page, "const price = 5", "const price = 500");
  await page.waitForFunction(() => /newly failed/.test(document.querySelector("[data-testid=tests]")?.textContent ?? ""));
  await page.waitForSelector("[data-testid=consequences][data-done=yes]");
};
const differences = async (page) => {
  await drafted(page);
  await rewritten(page, 'method "eat what we have" when has_meal ', 'method "eat what we have" when has_meal && hungry ');
  await page.getByRole("button", { name: "differences", exact: true }).click();
  await page.waitForSelector('[data-mark="changed"][data-path*="eat what we have"]');
};
/** Somebody else writes the same line, and another one. */
const merged = async (page, file) => {
  await drafted(page);
  const before = readFileSync(file, "utf8");
  await rewritten(page, "const price = 5", "const price = 8");
  writeFileSync(file, before.replace("const price = 5", "const price = 7").replace('"buy first"', '"buy"'));
  await page.getByRole("button", { name: "save and go on" }).click();
  await page.getByRole("button", { name: "merge both" }).click();
  await page.getByTestId("merge").waitFor();
  return () => writeFileSync(file, before);
};
/** Inserts below what is selected in the graph. */
const inserting = async (page) => {
  await drafted(page);
  await page.locator(".graph-edit").focus();
  await page.keyboard.press("n");
  await page.getByRole("combobox").waitFor();
};
/** Where the place is that has a label. */
const labelled = async (label) => {
  const { x, y, width, height } = await label.boundingBox();
  const side = (await label.getAttribute("class")).split(" ").at(-1);
  const off = { above: [0, 1], below: [0, -1], left: [1, 0], right: [-1, 0] }[side];
  return [x + width / 2 + off[0] * (width / 2 + 11), y + height / 2 + off[1] * (height / 2 + 11)];
};
const whyThis = (name, place) => async (page) => {
  const stage = page.locator(".world .stage");
  await page.waitForFunction(() => Number(document.querySelector(".world .stage").dataset.figures) > 0);
  const [x, y] = place ? await labelled(page.locator(`.overlay .label[data-key="place ${name}"]`)) : await stage.evaluate((e, n) => e.pixel(n), name);
  const box = place ? { x: 0, y: 0 } : await stage.boundingBox();
  await page.mouse.click(box.x + x, box.y + y, { button: "right" });
  await page.waitForFunction(() => !/looking/.test(document.querySelector("[data-testid=would]")?.textContent ?? "looking"));
};
/** Forks the shown moment by a personality, and goes to some seconds after the first difference. */
const fork = ({ personality, later }) => async (page) => {
  await page.keyboard.press("Shift+F");
  await page.getByLabel("personality").selectOption(personality);
  await page.getByRole("button", { name: "run both from here" }).click();
  await page.waitForSelector("[data-testid=forkbar][data-done=true]");
  await page.getByRole("button", { name: "go to it" }).click();
  await page.evaluate(() => document.activeElement?.blur());
  for (let i = 0; i < later; i++) await page.keyboard.press(";");
  await settled(page);
};
/** Opens a list beside the lanes. */
const listed = (name) => async (page) => {
  await page.keyboard.press("e");
  await page.locator(".timepanel").getByRole("button", { name }).click();
  await page.evaluate(() => document.activeElement?.blur());
};
const wholeAnswer = async (page) => {
  await page.getByText("all of it").click();
  await page.getByTestId("whole").waitFor();
};
const asTest = async (page) => {
  await page.locator(".mind").getByRole("button", { name: "as a test" }).click();
  await page.getByTestId("astest").waitFor();
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
  ["fork", "gatherer", "view=world&agent=cautious_one%231&tick=90&layers=n", undefined, fork({ personality: "brave", later: 3 })],
  ["why", "camp", "view=decision&why=shoot_deer"],
  ["decision-plan", "kitchen", "view=decision&agent=brigade&tick=450"],
  ["decision-orders", "fireteam", "view=decision&agent=alpha&tick=250"],
  ["whynot-tree", "guards", "view=decision&agent=far_guard%232&tick=300&why=chase"],
  ["whynot-want", "gatherer", "view=decision&agent=cautious_one%231&tick=90&why=kill"],
  ["what-would", "camp", "view=decision&ask=what+would&why=shoot_deer"],
  ["who-made", "camp", "view=decision&ask=who+made&why=rested"],
  ["why-this", "guards", "view=world&agent=near_guard%231", undefined, whyThis("player")],
  ["search", "fireteam", "view=world&agent=rifleman%234&tick=730", undefined, find("cover")],
  ["tuning", "gatherer", "view=mind&agent=cautious_one%231&tick=90", undefined, key("c", "[data-testid=tuning] [role=slider], [data-testid=tuning] input[type=range]")],
  ["events", "fireteam", "view=world&agent=rifleman%234&tick=730", undefined, key("e", ".filters")],
  ["keys", "meal", "view=text", undefined, key("?", ".sheet .keys")],
  ["astest", "gatherer", "view=mind&agent=cautious_one%231&tick=90", undefined, asTest],
  ["inserting", "guards", "view=text&src=guards.krk&line=23", undefined, inserting],
  ["consequences", "meal", "view=text", undefined, consequences],
  ["differences", "meal", "view=text", undefined, differences],
  ["merge", "copied", "view=text", undefined, merged],
  ["fork-sheet", "gatherer", "view=world&agent=cautious_one%231&tick=90", undefined, key("Shift+F", ".forksheet")],
  ["bookmarks", "alarm", "view=world&agent=watchman%231&tick=118", undefined, listed("bookmarks")],
  ["breakpoints", "alarm", "view=decision&agent=watchman%231&tick=203", undefined, listed("breakpoints")],
  ["answer-text", "camp", "view=decision&why=shoot_deer", undefined, wholeAnswer],
  ["why-place", "fireteam", "view=world&agent=alpha&tick=250", undefined, whyThis("post_25", true)],
  ["recording-world", "recording", "view=world&agent=rifleman%231&tick=650"],
  ["recording-decision", "recording", "view=decision&agent=rifleman%231&tick=650"],
  ["recording-time", "recording", "view=time&agent=rifleman%231&tick=650&span=90"],
  ["recording-lamps", "recording", "view=text&src=fireteam.krk&line=205&sides=graph&agent=rifleman%231&tick=650"],
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
          if (a.id !== at && !(a.id === 0 && a.error)) return;
          if (a.error) return reject(new Error(`${requests[at - 1].op}: ${a.error}`));
          next();
        };
      }),
    requests,
  );

/** So many ticks: the server takes at most 100 at once. */
const steps = (n) => Array.from({ length: Math.ceil(n / 100) }, (_, i) => ({ op: "step", count: Math.min(100, n - 100 * i) }));

mkdirSync(folder, { recursive: true });
const wanted = shots.filter(([name]) => !process.argv[3] || name.includes(process.argv[3]));
const names = [...new Set(wanted.map(([, run]) => run).filter((run) => runs[run]))];
const takes = process.env.EVERY
  ? wanted.filter(([, , , theme]) => !theme).flatMap(([name, run, query, , act]) => sizes.flatMap((s) => ["dark", "light"].map((theme) => [`${name}-${s.width}-${theme}`, run, query, theme, act, s])))
  : wanted;
const studio = await startStudio(Object.values(runs).map((r) => r.file)); // all of them: they are named from the folder that they have in common
const spare = mkdtempSync(join(tmpdir(), "pictures-"));
// Another studio has what is written to, and what has been recorded.
const copies = { copied: "meal.krk", recording: "fireteam.ktrace" };
const copy = join(spare, copies.copied);
writeFileSync(copy, readFileSync(join(process.env.ROOT ?? "../../..", runs.meal.file)));
writeFileSync(join(spare, copies.recording), recorded(runs.fireteam.file, 90));
const other = await startStudio(Object.values(copies).map((name) => join(spare, name)));
const { browser, page: newPage } = await startBrowser();
let faults = 0;
try {
  for (const name of names) {
    const { file, ticks, then, asks } = runs[name];
    const edits = wanted.every(([, run, query, , act]) => run !== name || (query.startsWith("view=text") && !query.includes("tick=") && !act)); // no moment is looked at
    const page = await newPage();
    await page.goto(studio.url);
    await ask(page, [{ op: "open", file }, { op: "pause" }, { op: "restart", seed: 1 }, { op: "pause" }, ...steps(edits ? 0 : ticks), ...(then && !edits ? [{ op: "set", agent: then.agent, sets: Object.entries(then.sets).map(([name, value]) => ({ name, value })) }, ...steps(then.ticks)] : []), ...(asks && !edits ? asks : [])]);
    await page.context().close();
  }
  const halted = await newPage();
  await halted.goto(other.url);
  await ask(halted, [{ op: "open", file: "meal.krk" }, { op: "pause" }]);
  await halted.context().close();
  for (const [name, run, query, theme, act, at] of takes) {
    const page = await newPage(theme, at ?? size);
    await page.goto(copies[run] ? `${other.url}?file=${copies[run]}&${query}` : run ? `${studio.url}?file=${encodeURIComponent(runs[run].file)}&${query}` : studio.url);
    await page.waitForSelector(run ? ".who.on" : ".picture[data-drawn=yes]");
    await settled(page);
    const undo = await act?.(page, copy);
    await settled(page);
    await page.addStyleTag({ content: "* { caret-color: transparent !important } .cm-cursorLayer { display: none }" }); // a cursor that blinks is never still
    await still(page, async () => (await page.screenshot()).toString("base64"));
    writeFileSync(join(folder, `${name}.png`), await packed(page, await page.screenshot()));
    if (page.faults.length) console.log(name, page.faults);
    faults += page.faults.length;
    await page.context().close();
    undo?.();
  }
} finally {
  await browser.close();
  studio.stop();
  other.stop();
  rmSync(spare, { recursive: true });
}
process.exit(faults ? 1 : 0);
