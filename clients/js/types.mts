// What a game in TypeScript writes: checked, not run.
import { Batch, float, instantiate, items, KarakuriError, type Item, type Options, type Program, type Session, type Word } from './karakuri.mjs';
import * as op from './ops.mjs';
import { Ended, WindowFull, ZoneClient, type Answer, type Delivery, type ZoneOptions } from './zone.mjs';

const options: Options = { tps: 30, events: ['plans'], levels: [{ name: 'near', seconds: 0.1 }] };

export async function play(wasm: ArrayBuffer, text: string): Promise<string[]> {
  const engine = await instantiate(wasm);
  if (engine.protocol !== op.PROTOCOL) throw new KarakuriError(0, 'another protocol');
  const program: Program = engine.load(text);
  const session: Session = program.restore(program.session(options).snapshot(), options);
  const words: Word[] = [1, 2n, true, float(0.5)];
  const batch = new Batch();
  batch.add(op.WRITE, program.number('symbols', 'hungry'), words);
  batch.addText(op.OBJECT, 0, 'a crate', [5]);
  batch.add(op.STEP, 1);
  const said: string[] = [];
  for (const item of items(session.exchange(batch))) said.push(describe(item, program));
  session.free();
  return said;
}

function describe(item: Item, program: Program): string {
  if (item.op === op.START) return program.manifest.actions?.[item.number]?.name ?? '';
  return item.op === op.TEXT ? item.text(1) : String(item.bigint(0) + BigInt(item.int(0)) + BigInt(Math.round(item.float(1))));
}

// @ts-expect-error a text is no word
new Batch().add(op.WRITE, 0, ['x']);

/** A game of a zone in a cluster. */
export async function live(zone: string): Promise<bigint> {
  const options: ZoneOptions = { nodes: ['http://127.0.0.1:7431'], zone, report: (line) => console.log(line) };
  const client = new ZoneClient(options);
  try {
    client.send(new Batch().bytes);
    client.transfer(1n, 'elsewhere');
    for (;;) {
      const delivery: Delivery = await client.receive();
      for (const item of items(delivery.out)) if (item.op === op.SPAWNED) return delivery.last;
      for (const answer of delivery.answers.filter((a: Answer) => a.fault !== '')) throw new KarakuriError(0, answer.fault);
    }
  } catch (e) {
    if (e instanceof Ended || e instanceof WindowFull) return client.tick;
    throw e;
  } finally {
    client.close();
  }
}

// @ts-expect-error a zone needs its name
new ZoneClient({ nodes: [] });
