// Plays the recorded exchange in Chromium: node browser.mjs ADDRESS. There it finds this folder, karakuri.wasm and wasm_exec.js, and the exchange as outpost.krk, options.json and
// rounds.bin. playwright-core and a Chromium must be there.
import { chromium } from 'playwright-core';

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'], timeout: 0 });
const page = await browser.newPage();
await page.goto(`${process.argv[2]}/package.json`);
await page.addScriptTag({ url: 'wasm_exec.js' });
const said = await page.evaluate(async () => {
  const { instantiate } = await import('./karakuri.mjs');
  const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
  const text = async (name) => new TextDecoder().decode(await bytes(name));
  const engine = await instantiate(await bytes('karakuri.wasm'));
  const session = engine.load(await text('outpost.krk')).session(JSON.parse(await text('options.json')));
  const rounds = await bytes('rounds.bin'), view = new DataView(rounds.buffer);
  let at = 0, round = 0;
  const part = () => {
    const begin = at + 4;
    at = begin + view.getUint32(at, true);
    return rounds.subarray(begin, at);
  };
  for (; at < rounds.length; round++) {
    const answer = session.exchange(part()), want = part();
    if (answer.length !== want.length || answer.some((b, i) => b !== want[i])) return `round ${round}: the answer differs from that recorded`;
  }
  return round > 0 ? `${round} ticks\nall is well` : 'there are no rounds';
});
await browser.close();
console.log(said);
