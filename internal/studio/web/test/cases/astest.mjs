// Moments that become tests, beside plans.
import { past, pause } from "../quiet.mjs";

export default function ({ test, want }) {
  test("a mind, an answer and a bookmark become tests", async ({ open }) => {
    const first = await open("gatherer.krk", "view=mind");
    await past(first, 3);
    await pause(first);
    const page = await open("gatherer.krk", "view=mind&agent=brave_one%231&tick=20");
    const written = async (button, ...is) => {
      await button.click();
      const text = await page.getByTestId("astest").innerText();
      for (const r of is) want(r.test(text), `${r}: ${text}`);
      if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/as-test-${is[0].source.split(" ")[0]}.png` });
      await page.keyboard.press("Escape");
      await page.getByTestId("astest").waitFor({ state: "detached" });
    };
    await written(page.locator(".mind").getByRole("button", { name: "as a test" }), /agent \w+_one/, /expect wants \w+ over \w+/);
    await page.keyboard.press("e");
    await page.getByRole("button", { name: "bookmarks" }).click();
    await page.evaluate(() => document.activeElement?.blur());
    await page.keyboard.press("b");
    await page.getByLabel("note", { exact: true }).fill("so far");
    await page.keyboard.press("Enter");
    await written(page.locator("[data-testid=bookmarks]").getByRole("button", { name: "as a test" }), /test "so far"/, /run [\d.]+s/, /expect \w+ within/);
  });
}
