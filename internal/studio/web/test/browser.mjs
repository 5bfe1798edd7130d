// Starts the studio and a browser for tests and pictures.
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

const flags = ["--no-sandbox", "--disable-gpu", "--use-gl=angle", "--use-angle=swiftshader", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Starts "karakuri studio" on a free port; the binary is KARAKURI, or what go run makes. */
export async function startStudio(args) {
  const command = process.env.KARAKURI ? [process.env.KARAKURI] : ["go", "run", "./cmd/karakuri"];
  const child = spawn(command[0], [...command.slice(1), "studio", "--addr", "127.0.0.1:0", ...args], { cwd: process.env.ROOT ?? "../../..", detached: true });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (d) => {
      const found = /studio at (\S+)/.exec((text += d));
      if (found) resolve(found[1]);
    });
    child.stderr.on("data", (d) => (text += d));
    child.on("exit", () => reject(new Error(`the studio has ended: ${text}`)));
  });
  return { url, stop: () => process.kill(-child.pid, "SIGTERM") };
}

/** Opens a browser; its pages note everything that goes wrong in them. */
export async function startBrowser() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags, timeout: 0 });
  return {
    browser,
    async page(theme = "dark", size = { width: 1280, height: 720 }) {
      const context = await browser.newContext({ viewport: size, colorScheme: theme });
      const page = await context.newPage();
      page.faults = [];
      page.on("console", (m) => m.type() === "error" && page.faults.push(m.text()));
      page.on("pageerror", (e) => page.faults.push(e.stack || String(e)));
      return page;
    },
  };
}
