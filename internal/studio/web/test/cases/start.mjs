// The start page, and files that are dropped.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = process.env.ROOT ?? "../../..";
const start = (open) => open("", "", "?", "[data-testid=start]");

export default function ({ test, want }) {
  test("start page: each demo has a picture, a sentence and something to try, and opens with a click", async ({ open }) => {
    const page = await start(open);
    const card = page.locator(".card", { hasText: "meal" }).first();
    await card.locator(".picture[data-drawn=yes] .figure").first().waitFor();
    want(/always finds a way to eat/.test(await card.innerText()) && /Try/.test(await card.innerText()), `the card says ${await card.innerText()}`);
    if (process.env.PICTURES) {
      await page.waitForFunction(() => document.querySelectorAll(".picture[data-drawn]").length > 5);
      await page.screenshot({ path: `${process.env.PICTURES}/start.png` });
    }
    await card.click();
    await page.waitForSelector(".who.on");
    want(new URL(page.url()).searchParams.get("file") === "meal.krk", page.url());
    await page.getByLabel("start page").click();
    await page.getByTestId("start").waitFor();
    await page.goBack();
    await page.waitForSelector(".who.on");
    await page.goBack();
    await page.getByTestId("start").waitFor();
  });

  test("start page: an address with a file that is not there says so", async ({ open }) => {
    const page = await open("", "", "?file=nothing.krk", "[data-testid=start]");
    await page.getByRole("alert").filter({ hasText: 'there is no file "nothing.krk" here' }).waitFor();
  });

  test("a file that is dropped anywhere opens, with its scene; another kind is refused", async ({ open }) => {
    const page = await open("camp.krk", "view=world");
    const drop = async (...names) => {
      const files = names.map((n) => [n.split("/").at(-1), n.includes("/") ? readFileSync(join(root, n), "utf8") : "x"]);
      const data = await page.evaluateHandle((files) => {
        const d = new DataTransfer();
        for (const [name, text] of files) d.items.add(new File([text], name));
        return d;
      }, files);
      await page.dispatchEvent("body", "dragover", { dataTransfer: data });
      await page.locator(".dropping").waitFor();
      await page.dispatchEvent("body", "drop", { dataTransfer: data });
      await page.locator(".dropping").waitFor({ state: "detached" });
    };
    await drop("examples/gatherer/gatherer.krk", "examples/gatherer/gatherer.scene");
    await page.waitForURL((u) => u.searchParams.get("file") === "dropped/gatherer.krk");
    await page.waitForSelector(".who.on");
    want(/gatherer.scene/.test(await page.getByLabel("file").getAttribute("title")), "its scene is not used");
    await drop("picture.png");
    await page.getByRole("alert").filter({ hasText: "cannot be opened" }).waitFor();
  });
}
