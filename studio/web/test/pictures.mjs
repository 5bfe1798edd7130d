// Makes a picture of each view: node test/pictures.mjs FOLDER
import { mkdirSync } from "node:fs";
import { startBrowser, startStudio } from "./browser.mjs";

const folder = process.argv[2] ?? "pictures";
mkdirSync(folder, { recursive: true });
const shots = [
  ["meal-plan", "examples/meal/meal.krk", "view=plan", "dark"],
  ["meal-plan-light", "examples/meal/meal.krk", "view=plan", "light"],
  ["meal-mind", "examples/meal/meal.krk", "view=mind", "dark"],
  ["meal-world", "examples/meal/meal.krk", "view=world", "dark"],
  ["meal-text", "examples/meal/meal.krk", "view=text", "dark"],
  ["soldier-plan", "examples/soldier/soldier.krk", "view=plan", "dark"],
  ["soldier-domain", "examples/soldier/soldier.krk", "view=domain", "light"], ["camp-plan", "studio/testdata/camp.krk", "view=plan&why=shoot_deer", "dark"],
  ["camp-step", "studio/testdata/camp.krk", "view=plan&plan=1&k=14", "light"],
  ["guards-mind", "examples/guards/guards.krk", "view=mind", "dark"],
  ["kitchen-mind", "examples/kitchen/kitchen.krk", "view=mind", "light"],
  ["gatherer-world", "examples/gatherer/gatherer.krk", "view=world", "dark"],
  ["gatherer-mind", "examples/gatherer/gatherer.krk", "view=mind", "dark"],
];
const studio = await startStudio([...new Set(shots.map(([, file]) => file))]);
const { browser, page: newPage } = await startBrowser();
for (const [name, file, query, theme] of shots) {
  if (process.argv[3] && !name.includes(process.argv[3])) continue;
  const page = await newPage(theme);
  await page.goto(`${studio.url}?file=${encodeURIComponent(file)}&${query}`);
  await page.waitForTimeout(3500);
  await page.screenshot({ path: `${folder}/${name}.png` });
  if (page.faults.length) console.log(name, page.faults);
  await page.context().close();
}
await browser.close();
studio.stop();
