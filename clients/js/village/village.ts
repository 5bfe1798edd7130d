// The village as the game keeps it: the clock, the needs, and where everybody is. The engine is told what is sensed, and says what to do.
import { Batch, items, type Engine, type Session } from 'karakuri';
import * as op from 'karakuri/ops';
import * as names from './names';

export const NEEDS = ['hunger', 'thirst', 'tired', 'lonely'] as const;
export type Need = (typeof NEEDS)[number];

const HOURS_PER_SECOND = 1 / 6;
const PACE = 2.2; // of the map's width in an hour
const GROWTH: Record<Need, number> = { hunger: 1 / 9, thirst: 1 / 6, tired: 1 / 18, lonely: 1 / 12 }; // in an hour
const GROWTH_ASLEEP = 0.4;
const CALLED = ['Ada', 'Bo', 'Cleo', 'Dan', 'Eva', 'Finn', 'Gus', 'Hana', 'Ivo', 'June', 'Kim', 'Lou'];
const KINDS = ['farmer', 'gossip', 'dreamer'] as const;
const ACTIONS = ['eat', 'drink', 'sleep', 'work', 'talk'] as const;
const LASTS = { eat: 0.5, drink: 0.15, sleep: Infinity, work: 2, talk: 0.8 }; // hours; who sleeps wakes when he is rested and the night is over

/** Where the places are, in parts of the map's width and height. */
export const PLACES: Record<keyof typeof names.Place, readonly [number, number]> = { home: [0.16, 0.74], well: [0.38, 0.62], inn: [0.63, 0.76], field: [0.8, 0.3], square: [0.42, 0.3] };

export class Villager {
  agent = 0n;
  x: number;
  y: number;
  needs: Record<Need, number> = { hunger: 0.3, thirst: 0.2, tired: 0.1, lonely: 0.2 };
  coins = 3;
  doing = ''; // empty: nothing
  instance = 0n;
  private left = 0; // hours
  private to: readonly [number, number];
  why = '';

  constructor(readonly name: string, readonly kind: (typeof KINDS)[number], private readonly seat: number) {
    [this.x, this.y] = this.beside('home');
    this.to = [this.x, this.y];
    this.needs.hunger += 0.03 * seat;
    this.needs.thirst += 0.05 * (seat % 5);
  }

  /** A spot at a place that nobody else stands on. */
  private beside(place: keyof typeof PLACES): readonly [number, number] {
    const [x, y] = PLACES[place], angle = (this.seat / CALLED.length) * 2 * Math.PI;
    return [x + 0.055 * Math.cos(angle), y + 0.075 * Math.sin(angle)];
  }

  start(what: string, instance: bigint, hours: number) {
    [this.doing, this.instance, this.left, this.to] = [what, instance, hours, [this.x, this.y]];
  }

  walk(instance: bigint, place: keyof typeof PLACES) {
    const to = this.beside(place);
    this.start(`walk to the ${place}`, instance, Math.hypot(to[0] - this.x, to[1] - this.y) / PACE);
    this.to = to;
  }

  /** Lets hours pass, reports what is done, and tells what is sensed. */
  live(hours: number, night: boolean, batch: Batch) {
    const asleep = this.doing === 'sleep';
    for (const need of NEEDS) {
      const falls = asleep && need === 'tired';
      this.needs[need] = Math.min(1, Math.max(0, this.needs[need] + (falls ? -hours / 9 : hours * GROWTH[need] * (asleep ? GROWTH_ASLEEP : 1))));
    }
    if (this.doing) {
      const part = this.left > 0 ? Math.min(1, hours / this.left) : 1;
      this.x += (this.to[0] - this.x) * part;
      this.y += (this.to[1] - this.y) * part;
      this.left -= hours;
      if (asleep ? this.needs.tired === 0 && !night : this.left <= 0) this.finish(batch);
    }
    for (const need of NEEDS) names.symbols[need].write(batch, this.agent, this.needs[need]);
    names.symbols.coins.write(batch, this.agent, this.coins);
  }

  private finish(batch: Batch) {
    if (this.doing === 'work') this.coins = Math.min(99, this.coins + 4);
    if (this.doing === 'eat') this.coins -= 2;
    const filled = ({ eat: 'hunger', drink: 'thirst', talk: 'lonely' } as Record<string, Need>)[this.doing];
    if (filled) this.needs[filled] = 0;
    batch.add(op.REPORT, 2, [this.instance]);
    this.doing = '';
  }
}

export class Village {
  readonly villagers = CALLED.map((name, i) => new Villager(name, KINDS[i % KINDS.length]!, i));
  hour = 6;
  private readonly session: Session;
  private readonly batch = new Batch();

  constructor(engine: Engine, text: string) {
    const program = engine.load(text);
    if (program.manifest.hash !== names.MANIFEST_HASH) throw new Error('names.ts is old: karakuri generate ts village.krk');
    this.session = program.session({ tps: 10, texts: true });
    this.villagers.forEach((v, i) => names.kinds[v.kind].spawn(this.batch, i));
  }

  get night() {
    return this.hour % 24 >= 21 || this.hour % 24 < 6;
  }

  /** Lets seconds pass: the session runs the ticks that are due. */
  update(seconds: number) {
    this.batch.add(op.TIME, 0, [Math.round(seconds * 1e9)]);
    for (const item of items(this.session.exchange(this.batch))) {
      if (item.op === op.SPAWNED) this.villagers[item.int(0)]!.agent = item.bigint(1);
      if (item.op === op.TEXT) this.villagers[item.int(0)]!.why = item.text(1);
      if (item.op === op.ABORT) for (const v of this.villagers) if (v.doing && v.instance === item.bigint(0)) v.doing = '';
      const who = item.op === op.START ? this.villagers.find((v) => v.agent === item.bigint(1)) : undefined;
      if (!who) continue;
      const walk = names.actions.walk_to.read(item);
      if (walk) who.walk(walk.instance, (Object.keys(names.Place) as (keyof typeof names.Place)[])[walk.p]!);
      for (const what of ACTIONS) {
        const action = names.actions[what].read(item);
        if (action) who.start(what, action.instance, LASTS[what]);
      }
    }
    this.batch.clear();
    this.hour += seconds * HOURS_PER_SECOND;
    names.symbols.night.write(this.batch, this.night);
    for (const v of this.villagers) v.live(seconds * HOURS_PER_SECOND, this.night, this.batch);
  }

  /** Asks why a villager does what he does. The next update brings the answer. */
  ask(who: Villager) {
    this.batch.add(op.EXPLAIN, 0, [this.villagers.indexOf(who), who.agent]);
  }
}
