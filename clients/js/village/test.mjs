// Plays the built game in Chromium: node test.mjs ADDRESS [PICTURE]. playwright-core and a Chromium must be there.
import { chromium } from 'playwright-core';

const [address, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--use-gl=swiftshader', '--enable-unsafe-swiftshader'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
const faults = [];
page.on('pageerror', (e) => faults.push(String(e)));
page.on('console', (m) => m.type() === 'error' && faults.push(m.text()));
await page.goto(address);
await page.waitForFunction(() => globalThis.village?.villagers.every((v) => v.agent > 0n));
await page.locator('#speed').fill('8');
await page.waitForFunction(() => village.hour > 9);
const did = await page.evaluate(() => village.villagers.map((v) => v.doing));
if (!did.some((d) => d === 'work' || d.startsWith('walk'))) faults.push(`nobody does anything: ${did}`);
await page.locator('#speed').fill('0');
const cleo = await page.evaluate(() => {
  const v = village.villagers[2], map = document.querySelector('canvas').getBoundingClientRect();
  return { x: map.x + v.x * map.width, y: map.y + v.y * map.height };
});
await page.mouse.click(cleo.x, cleo.y);
await page.locator('#speed').fill('0.5');
await page.waitForFunction(() => /^Cleo/.test(document.querySelector('#who h1')?.textContent ?? '') && document.querySelector('#who pre').textContent.length > 40);
if (picture) await page.screenshot({ path: picture });
await browser.close();
console.log(faults.length > 0 ? faults.join('\n') : 'all is well');
