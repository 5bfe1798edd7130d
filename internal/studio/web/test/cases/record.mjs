import { existsSync } from "node:fs";
import { join } from "node:path";
import { clock, past, settled } from "../quiet.mjs";

// Recordings: on demand, and looked at.
export default function ({ test, want }) {
  test("a recording on demand is a file that can be looked at", async ({ open, folder }) => {
    const page = await open("meal.krk", "view=mind");
    await page.getByLabel("record", { exact: true }).click();
    await page.getByLabel("stop recording").waitFor();
    want(existsSync(join(folder, "traces/meal-1.ktrace")), "there is no file");
    await past(page, parseFloat(await clock(page)) + 3);
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "recording.png") });
    await page.getByLabel("stop recording").click();
    await page.getByLabel("record", { exact: true }).waitFor();
    await page.waitForSelector('select option[value="traces/meal-1.ktrace"]', { state: "attached" });
    await page.getByLabel("file").selectOption("traces/meal-1.ktrace");
    await page.waitForFunction(() => new URL(location.href).searchParams.get("file")?.startsWith("traces/"));
    await page.waitForSelector(".who.on");
    want((await page.getByLabel("record", { exact: true }).count()) === 0, "a recorded run can be recorded");
    await settled(page);
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "recorded.png") });
    await page.keyboard.press(" "); // it stands at its beginning
    await page.waitForSelector("text=the recording is at its end");
    await page.keyboard.press(",");
    await page.waitForFunction(() => new URL(location.href).searchParams.get("tick"));
    await page.keyboard.press(" ");
    await page.waitForFunction(() => !new URL(location.href).searchParams.get("tick"));
  });
}
