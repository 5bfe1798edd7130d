// Texts can be read: none is small, and none is faint.
import { pause } from "../quiet.mjs";

const least = { size: 12, contrast: 4.5 };

// The views, with what each has to show.
const views = [
  ["world", "fireteam.krk", "view=world&agent=rifleman%231"],
  ["mind of a brain", "gatherer.krk", "view=mind&agent=brave_one%231"],
  ["mind of trees", "guards.krk", "view=mind"],
  ["mind of a squad", "fireteam.krk", "view=mind&agent=alpha"],
  ["plan", "camp.krk", "view=plan&plan=1"],
  ["why not", "camp.krk", "view=plan&why=shoot_deer"],
  ["domain", "camp.krk", "view=domain"],
  ["text", "camp.krk", "view=text"],
  ["time", "camp.krk", "view=time"],
];

export default function ({ test, want }) {
  for (const [name, file, at] of views) {
    test(`texts can be read: ${name}`, async ({ open }) => {
      const page = await open(file, at);
      await pause(page);
      await page.waitForSelector(".view > *");
      for (const theme of ["dark", "light"]) {
        await page.waitForSelector(theme === "dark" ? ":root:not([data-theme=light])" : ":root[data-theme=light]");
        const found = await page.evaluate(unreadable, least);
        want(found.length === 0, `${theme}: ${found.length} of them cannot:\n${found.slice(0, 60).join("\n")}`);
        await page.getByLabel("theme").click();
      }
    });
  }
}

/** Lists the kinds of visible text that are too small or too faint; runs in the page. */
function unreadable(least) {
  const parse = (text) => {
    const n = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    const unit = text.startsWith("color(srgb") ? 255 : 1;
    return [n[0] * unit, n[1] * unit, n[2] * unit, n.length > 3 ? n[3] : 1];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = (c) => {
    const [r, g, b] = c.map((v) => ((v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const behind = (at) => {
    const layers = [];
    for (let e = at; e; e = e.parentElement) layers.unshift(parse(getComputedStyle(e).backgroundColor));
    return layers.reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const opacity = (at) => {
    let o = 1;
    for (let e = at; e; e = e.parentElement) o *= Number(getComputedStyle(e).opacity);
    return o;
  };
  const shown = (at) => at.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const found = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let n = texts.nextNode(); n; n = texts.nextNode()) {
    const at = n.parentElement;
    const text = n.data.trim();
    if (!text || !/[\p{L}\p{N}]/u.test(text) || !shown(at) || at.closest(":disabled, option, script, style, .cm-cursorLayer")) continue;
    const style = getComputedStyle(at);
    const box = at.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const size = parseFloat(style.fontSize);
    const back = behind(at);
    const ink = parse(style.fill !== "rgb(0, 0, 0)" && at instanceof SVGElement ? style.fill : style.color);
    ink[3] *= opacity(at);
    const contrast = ratio(over(ink, back), back);
    const path = [at.parentElement?.parentElement, at.parentElement, at].map((e) => e && e.tagName.toLowerCase() + (typeof e.className === "string" && e.className ? "." + e.className.split(/\s+/).slice(0, 2).join(".") : "")).filter(Boolean).join(" > ");
    if (size < least.size) found.set(`${path} ${size} px`, `${size} px: "${text.slice(0, 24)}" in ${path}`);
    if (contrast < least.contrast) found.set(`${path} faint`, `${contrast.toFixed(1)}: "${text.slice(0, 24)}" in ${path}`);
  }
  return [...found.values()];
}
