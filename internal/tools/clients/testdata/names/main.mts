// Writes a batch by the typed names, as hex, then what it reads from an answer.
import { Batch, items } from 'karakuri';
import * as op from 'karakuri/ops';
import * as names from './every.mjs';

declare const process: { argv: string[] };
const batch = new Batch(), agent = 9;
names.kinds.king.spawn(batch, 7);
names.types.crate.add(batch, 8, 'new one');
names.symbols.hungry.write(batch, agent, true);
names.symbols.money.write(batch, agent, 42);
names.symbols.debt.write(batch, agent, -3);
names.symbols.at.write(batch, agent, names.Place.new);
names.symbols.pos.write(batch, agent, [1.5, -2]);
names.symbols.tired.write(batch, agent, 1);
names.symbols.fares.write(batch, agent, names.Place.shop, names.objects.box, 4);
names.symbols.position.write(batch, agent, names.objects.Box2, [0.25, 3]);
names.symbols.wind.write(batch, [3, 4]);
names.symbols.class.write(batch, names.Place.shop);
names.symbols['red-alarm'].write(batch, 11, true);
names.symbols.rich.read(batch, 9, agent);
names.goals.visit.order(batch, 10, agent, [5, 6], names.Place.shop, true, 0.5, true);
names.goals.idle.order(batch, 12, agent);
names.personalities.merry.give(batch, agent);
names.personalities.no_personality.give(batch, agent);
console.log([...batch.bytes].map((b) => b.toString(16).padStart(2, '0')).join(''));
// @ts-expect-error a place is no crate
names.symbols.fares.write(batch, agent, names.objects.box, names.Place.shop, 4);

const bytes = new Uint8Array(process.argv[2]!.match(/../g)!.map((h) => parseInt(h, 16)));
for (const item of items(bytes)) {
  const go = names.actions.go.read(item);
  if (go) {
    const kinds = ['place', 'vec2', 'crate'];
    const to = go.to.type === 'vec2' ? go.to.value.map((x) => 4 * x).join(' ') : String(go.to.value);
    console.log('go', go.instance.toString(), go.agent.toString(), kinds.indexOf(go.to.type), to, Number(go.fast));
  }
  const say = names.actions.say.read(item);
  if (say) console.log('say', say.instance.toString(), say.line.trim(), say.how.type === 'text' ? say.how.value : say.how.value.join(' '));
  const patrol = names.actions.patrol.read(item);
  if (patrol) console.log('patrol', patrol.stops.join(' '), patrol.heights.map((x) => 4 * x).join(' '), patrol.names.join(' '), patrol.agent_);
  const double = names.actions.double.read(item);
  if (double) console.log('double', 4 * double.for_, double.x.toString());
  if (item.op === op.VALUE && item.number === names.symbols.rich.number) console.log('rich', Number(names.symbols.rich.value(item)));
  if (item.op === op.VALUE && item.number === names.symbols.pos.number) console.log('pos', names.symbols.pos.value(item).map((x) => 4 * x).join(' '));
}
