import { address } from "../state/address";
import { fail, studio } from "../state/studio";

/** How much larger than the page a PNG is: its text stays sharp. */
const scale = 2;
const most = 8000; // pixels of a side of a PNG: browsers draw no larger ones

/** A picture is at most so high, in pixels. */
const highest = 16000;
/** How often a view is made higher until its lists are whole: one that shares its column with others takes more than once. */
const rounds = 8;

/** Saves what the view shows, as a picture, with what is scrolled out of sight: only a text is as the page shows it. */
export async function exportView(kind: "svg" | "png") {
  let back = () => {};
  try {
    const shown = document.querySelector<HTMLElement>(".graph-edit, .stage-edit") ?? document.querySelector<HTMLElement>("main.view");
    if (!shown) throw new Error("there is no view to export");
    if (shown.matches("main.view")) back = await unrolled(shown);
    const { text, width, height } = drawn(shown);
    back();
    const name = `${(studio().opened?.file ?? "studio").replace(/\W+/g, "-")}-${address().view}.${kind}`;
    save(name, kind === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await painted(text, width, height));
  } catch (e) {
    back();
    fail(`not exported: ${(e as Error).message}`);
  }
}

/** Makes a view as high as its longest list, and returns what makes it as it was. */
async function unrolled(view: HTMLElement): Promise<() => void> {
  const was = view.style.height;
  const lists = () => [...view.querySelectorAll<HTMLElement>("*")].filter((e) => e.scrollHeight > e.clientHeight + 1 && !e.closest(".cm-editor") && /auto|scroll/.test(getComputedStyle(e).overflowY));
  const before = lists().map((e) => [e, e.scrollTop] as const);
  for (let i = 0, height = view.clientHeight; i < rounds && height < highest; i++) {
    const more = Math.max(0, ...lists().map((e) => e.scrollHeight - e.clientHeight));
    if (more === 0) break;
    height = Math.min(highest, height + more);
    view.style.height = `${height}px`;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))); // long lists create their lines
  }
  return () => {
    view.style.height = was;
    for (const [e, top] of before) e.scrollTop = top;
  };
}

/** An element as an SVG that holds its texts, its styles and what is painted in it. */
function drawn(shown: HTMLElement): { text: string; width: number; height: number } {
  const [width, height] = [Math.max(shown.scrollWidth, shown.clientWidth), Math.max(shown.scrollHeight, shown.clientHeight)];
  const copy = shown.cloneNode(true) as HTMLElement;
  const [canvases, others] = [shown.querySelectorAll("canvas"), copy.querySelectorAll("canvas")];
  canvases.forEach((c, i) => {
    c.parentElement && (c.parentElement as HTMLElement & { paint?: () => void }).paint?.(); // what a graphics card has drawn is kept for a moment only
    const image = document.createElement("img");
    image.src = c.toDataURL();
    image.style.cssText = `${others[i]!.style.cssText}; width: ${c.clientWidth}px; height: ${c.clientHeight}px; display: block`;
    image.className = c.className;
    others[i]!.replaceWith(image);
  });
  const [fields, values] = [shown.querySelectorAll<HTMLInputElement>("input"), copy.querySelectorAll<HTMLInputElement>("input")];
  fields.forEach((f, i) => values[i]!.setAttribute("value", f.value));
  for (const e of copy.querySelectorAll(".slot:not(.wide), script")) e.remove();
  copy.style.cssText = `width: ${width}px; height: ${height}px; max-height: none; overflow: visible; position: static; outline: none`;
  let around = copy; // with the elements that it stands in, which styles count on
  for (let p = shown.parentElement; p && p !== document.body; p = p.parentElement) {
    const e = p.cloneNode(false) as HTMLElement;
    e.style.cssText = "display: block; position: static; overflow: visible; height: auto; min-height: 0; max-height: none; border: 0; padding: 0; margin: 0; background: none";
    e.append(around);
    around = e;
  }
  const styles = [...document.styleSheets].flatMap((s) => [...s.cssRules].map((r) => r.cssText)).join("\n");
  const body = document.createElement("body");
  body.style.cssText = `margin: 0; width: ${width}px; height: ${height}px`;
  body.append(around);
  const html = new XMLSerializer().serializeToString(body);
  const theme = document.documentElement.dataset.theme;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${theme ? ` data-theme="${theme}"` : ""}><style><![CDATA[${styles}\n* { content-visibility: visible !important; scrollbar-width: none !important; }]]></style><rect width="100%" height="100%" style="fill: var(--stage)"/><foreignObject width="100%" height="100%">${html}</foreignObject></svg>`;
  return { text, width, height };
}

async function painted(text: string, width: number, height: number): Promise<Blob> {
  const by = Math.min(scale, most / width, most / height);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(width * by), Math.round(height * by)];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((b) => (b ? done(b) : fail(new Error("the picture is too large"))), "image/png"));
}

function save(name: string, data: Blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
