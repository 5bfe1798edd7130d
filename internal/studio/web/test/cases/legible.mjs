// Texts can be read: none is small, and none is faint.
import { lineOf } from "../lines.mjs";
import { past, pause, settled } from "../quiet.mjs";

const least = { size: 12, contrast: 4.5 };

// The views, with what each has to show.
const views = [
  ["start page", "", "", "?", "[data-testid=start] .says"],
  ["world", "fireteam.krk", "view=world&agent=rifleman%231"],
  ["mind of a brain", "gatherer.krk", "view=mind&agent=brave_one%231"],
  ["mind of trees", "guards.krk", "view=mind"],
  ["mind of a squad", "fireteam.krk", "view=mind&agent=alpha"],
  ["plan", "camp.krk", "view=decision&plan=1"],
  ["decision of a brain", "gatherer.krk", "view=decision&agent=brave_one%231"],
  ["decision of a tree", "guards.krk", "view=decision"],
  ["decision of a squad", "fireteam.krk", "view=decision&agent=alpha"],
  ["why not", "camp.krk", "view=decision&why=shoot_deer"],
  ["domain", "camp.krk", "view=domain"],
  ["text", "camp.krk", "view=text"],
  ["lens of a brain", "gatherer.krk", `view=text&src=gatherer.krk&line=${lineOf("gatherer/gatherer.krk", "brain gatherer {")}&agent=brave_one%231`],
  ["lens of a squad", "fireteam.krk", `view=text&src=fireteam.krk&line=${lineOf("fireteam/fireteam.krk", "squad fireteam {")}&agent=alpha`],
  ["time", "camp.krk", "view=time"],
];

export default function ({ test, want }) {
  for (const [file, at] of [["fireteam.krk", "view=time&agent=rifleman%231"], ["gatherer.krk", "view=time&agent=brave_one%231"], ["camp.krk", "view=time"]]) {
    test(`texts can be read: those drawn on the canvas of ${file}`, async ({ open }) => {
      const page = await open(file, at);
      await page.addInitScript(measuring);
      await page.reload();
      await page.waitForSelector(".who.on");
      await past(page, 3);
      await pause(page);
      for (const theme of ["dark", "light"]) {
        await page.waitForSelector(theme === "dark" ? ":root:not([data-theme=light])" : ":root[data-theme=light]");
        await page.evaluate(() => (drawnTexts.clear(), (globalThis.measureTexts = true)));
        await page.keyboard.press("z"); // another stretch of time is drawn anew
        await page.waitForFunction(() => drawnTexts.size > 4);
        await settled(page);
        const faint = await page.evaluate((least) => [...drawnTexts].filter(([, [contrast, size]]) => contrast < least.contrast || size < least.size).map(([text, [contrast, size]]) => `${contrast.toFixed(1)}, ${size} px: ${text}`), least);
        want(faint.length === 0, `${theme}: ${faint.join("; ")}`);
        await page.getByLabel("theme").click();
      }
    });
  }

  for (const [name, file, at, address, ready] of views) {
    test(`texts can be read: ${name}`, async ({ open }) => {
      const page = await open(file, at, address, ready);
      if (!ready) {
        await pause(page);
        await page.waitForSelector(".view > *");
      }
      for (const theme of ["dark", "light"]) {
        await page.waitForSelector(theme === "dark" ? ":root:not([data-theme=light])" : ":root[data-theme=light]");
        const found = await page.evaluate(unreadable, least);
        want(found.length === 0, `${theme}: ${found.length} of them cannot:\n${found.slice(0, 60).join("\n")}`);
        await page.getByLabel("theme").click();
      }
    });
  }
}

/** Has the canvases of a page keep the contrast of every text that they draw, by what it says; runs in the page before it. */
function measuring() {
  globalThis.drawnTexts = new Map();
  const light = (c) => {
    const [r, g, b] = [...c].map((v) => ((v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const probe = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const draw = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
    if (globalThis.measureTexts && this.canvas.isConnected && /[\p{L}\p{N}]/u.test(text)) {
      const w = this.measureText(text).width;
      const from = this.textAlign === "right" || this.textAlign === "end" ? x - w : this.textAlign === "center" ? x - w / 2 : x;
      probe.clearRect(0, 0, 1, 1);
      probe.fillStyle = this.fillStyle;
      probe.fillRect(0, 0, 1, 1);
      const ink = probe.getImageData(0, 0, 1, 1).data;
      let behind = this.canvas;
      while (behind.parentElement && /, 0\)$|transparent/.test(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement;
      const page = getComputedStyle(behind).backgroundColor.match(/[\d.]+/g).map(Number);
      const t = this.getTransform();
      const seen = [];
      for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        const p = t.transformPoint(new DOMPoint(from + share * w, y - 4));
        if (p.x < 0 || p.y < 0 || p.x >= this.canvas.width || p.y >= this.canvas.height) continue;
        const own = this.getImageData(Math.round(p.x), Math.round(p.y), 1, 1).data;
        const below = [0, 1, 2].map((i) => (own[i] * own[3] + page[i] * (255 - own[3])) / 255);
        const a = (ink[3] / 255) * this.globalAlpha;
        seen.push(ratio([0, 1, 2].map((i) => ink[i] * a + below[i] * (1 - a)), below));
      }
      seen.sort((a, b) => a - b);
      const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 0);
      if (seen.length) globalThis.drawnTexts.set(text, [seen[Math.floor(seen.length / 2)], size]); // a thin line behind a text is not what it stands on
    }
    return draw.call(this, text, x, y, ...rest);
  };
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
