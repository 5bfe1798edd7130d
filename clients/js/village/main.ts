// The page: the village drawn with pixi, and what one of its people thinks beside it.
import 'karakuri/wasm_exec.js';
import { instantiate } from 'karakuri';
import wasm from 'karakuri/karakuri.wasm?url';
import { Application, Container, Graphics, Text } from 'pixi.js';
import text from '../../../examples/village/village.krk?raw';
import { NEEDS, PLACES, Village, type Need, type Villager } from './village';

const COLOURS: Record<Need, string> = { hunger: '#e2803f', thirst: '#58aee0', tired: '#a08ae6', lonely: '#66c088' };
const COATS = { farmer: 0xd8b45a, gossip: 0xd9748a, dreamer: 0x7c9be0 };
const INK = { fontFamily: 'system-ui, sans-serif', fontSize: 14, fill: 0xf4f7f2 };
const DONE_AT = { home: 'sleep', well: 'drink', inn: 'eat', field: 'work', square: 'talk' };
const AT_MOST = 0.1; // seconds of the game in one update: a page that was hidden does not catch up
const element = (id: string) => document.getElementById(id)!;

const engine = await instantiate(await (await fetch(wasm)).arrayBuffer());
const village = new Village(engine, text);
const map = element('map');
const app = new Application();
await app.init({ resizeTo: map, background: 0x3f5d3f, antialias: true });
map.append(app.canvas);

const labels = new Map<keyof typeof PLACES, Text>();
const land = new Container(), people = new Container(), dark = new Graphics();
app.stage.addChild(land, people, dark);

/** Draws what does not move. */
function drawLand() {
  land.removeChildren().forEach((c) => c.destroy());
  const { width, height } = app.screen, g = new Graphics();
  const at = (place: keyof typeof PLACES) => [PLACES[place][0] * width, PLACES[place][1] * height] as const;
  for (const [a, b] of [['home', 'well'], ['well', 'inn'], ['well', 'square'], ['square', 'field'], ['inn', 'field']] as const) {
    g.moveTo(...at(a)).lineTo(...at(b)).stroke({ color: 0x8a7a55, width: 14, cap: 'round', alpha: 0.7 });
  }
  const [hx, hy] = at('home'), [wx, wy] = at('well'), [ix, iy] = at('inn'), [fx, fy] = at('field'), [sx, sy] = at('square');
  for (const dx of [-46, 0, 46]) house(g, hx + dx, hy, 0xb5553c, 34);
  house(g, ix, iy, 0x7a4a86, 62);
  g.circle(wx, wy, 17).fill(0x9aa4a8).circle(wx, wy, 10).fill(0x2f6d92);
  g.circle(sx, sy, 40).fill(0x9c9279).circle(sx, sy, 12).fill(0x3c7a4a);
  for (let row = 0; row < 6; row++) g.roundRect(fx - 66, fy - 46 + 16 * row, 132, 9, 4).fill(row % 2 ? 0xc7a94b : 0x9f8f3e);
  land.addChild(g);
  for (const place of Object.keys(PLACES) as (keyof typeof PLACES)[]) {
    const label = new Text({ text: place, style: INK });
    label.anchor.set(0.5);
    label.position.set(at(place)[0], at(place)[1] + 92);
    land.addChild(label);
    labels.set(place, label);
  }
  dark.clear().rect(0, 0, width, height).fill(0x0a1030);
}

function house(g: Graphics, x: number, y: number, roof: number, size: number) {
  g.rect(x - size / 2, y - size / 3, size, size * 0.6).fill(0xd9cfb4).poly([x - size * 0.62, y - size / 3, x + size * 0.62, y - size / 3, x, y - size * 0.85]).fill(roof);
}

drawLand();
app.renderer.on('resize', drawLand);

let chosen = village.villagers[0]!;
const figures = village.villagers.map((v) => {
  const figure = new Container({ eventMode: 'static', cursor: 'pointer' });
  const ring = new Graphics().circle(0, 0, 17).stroke({ color: 0xffffff, width: 3 });
  const body = new Graphics().ellipse(0, 12, 11, 4).fill({ color: 0, alpha: 0.3 }).circle(0, 0, 12).fill(COATS[v.kind]).stroke({ color: 0x1b241d, width: 2 });
  const letter = new Text({ text: v.name[0]!, style: { ...INK, fontSize: 13, fontWeight: '700', fill: 0x1b241d } });
  const says = new Text({ text: '', style: { ...INK, fontSize: 12 } });
  letter.anchor.set(0.5);
  says.anchor.set(0.5, 1);
  says.position.set(0, -18);
  figure.addChild(ring, body, letter, says);
  figure.on('pointertap', () => choose(v));
  people.addChild(figure);
  return { v, figure, ring, says };
});

function choose(v: Villager) {
  chosen = v;
  village.ask(v);
}

/** Tells about the chosen one. */
function tell() {
  element('clock').textContent = `${String(Math.floor(village.hour) % 24).padStart(2, '0')}:${String(Math.floor((village.hour % 1) * 60)).padStart(2, '0')}${village.night ? ' night' : ''}`;
  const who = element('who');
  if (who.dataset.of !== chosen.name) {
    who.dataset.of = chosen.name;
    who.innerHTML = `<h1></h1><p></p>${NEEDS.map((n) => `<div class="need"><span>${n}</span><i><b style="background:${COLOURS[n]}"></b></i></div>`).join('')}<pre></pre>`;
    who.querySelector('h1')!.textContent = `${chosen.name}, a ${chosen.kind}`;
  }
  who.querySelector('p')!.textContent = `${chosen.doing || 'thinks'}, has ${chosen.coins} coins`;
  NEEDS.forEach((n, i) => ((who.querySelectorAll('b')[i] as HTMLElement).style.width = `${100 * chosen.needs[n]}%`));
  who.querySelector('pre')!.textContent = chosen.why;
}

let since = 0;
app.ticker.add((ticker) => {
  const speed = Number((element('speed') as HTMLInputElement).value);
  let seconds = Math.min(AT_MOST, ticker.deltaMS / 1000) * speed;
  for (; seconds > 0; seconds -= AT_MOST) village.update(Math.min(AT_MOST, seconds));
  since += ticker.deltaMS;
  if (since > 500) {
    since = 0;
    village.ask(chosen);
  }
  for (const { v, figure, ring, says } of figures) {
    figure.position.set(v.x * app.screen.width, v.y * app.screen.height);
    ring.visible = v === chosen;
    if (says.text !== v.doing) says.text = v.doing;
    says.visible = v === chosen;
  }
  for (const [place, label] of labels) {
    const n = village.villagers.filter((v) => v.doing === DONE_AT[place]).length, text = n > 0 ? `${place}: ${n} ${DONE_AT[place]}` : place;
    if (label.text !== text) label.text = text;
  }
  const hour = village.hour % 24, dusk = hour < 12 ? 6 - hour : hour - 20.5; // positive: it is dark
  dark.alpha = 0.5 * Math.min(1, Math.max(0, dusk + 0.5));
  tell();
});

declare global {
  /** For tests and for the curious. */
  var village: Village;
}
globalThis.village = village;
