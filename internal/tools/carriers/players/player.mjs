// Plays a recorded game by the WebAssembly module, and says what each round took, in nanoseconds. Arguments: the folder of the module, the program, the options, the
// rounds. With -writes it says what a write in a batch and a call take: the number of the symbol follows.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [dir, program, options, rounds, symbol] = process.argv.slice(2);
const { Batch, instantiate, items } = await import(pathToFileURL(path.resolve(dir, 'karakuri.mjs')));
const op = await import(pathToFileURL(path.resolve(dir, 'ops.mjs')));
createRequire(import.meta.url)(path.resolve(dir, 'wasm_exec.js'));
const engine = await instantiate(fs.readFileSync(path.join(dir, 'karakuri.wasm')));
const session = engine.load(fs.readFileSync(program, 'utf8')).session(JSON.parse(fs.readFileSync(options, 'utf8')));
const now = () => process.hrtime.bigint();
const lines = [];
if (rounds === '-writes') {
  const agents = 1000;
  const b = new Batch();
  for (let i = 0; i < agents; i++) b.add(op.SPAWN, 0, [i]);
  const ids = [...items(session.exchange(b))].map((x) => x.bigint(1));
  const [best, call] = [Array(20), Array(20)];
  for (let k = 0; k < 20; k++) {
    let began = now();
    for (let r = 0; r < 20; r++) {
      b.clear();
      for (const id of ids) b.add(op.WRITE, Number(symbol), [id, r]);
      if (session.exchange(b).length) throw new Error('a write is refused');
    }
    best[k] = Number(now() - began) / agents / 20;
    began = now();
    for (let r = 0; r < 10000; r++) engine.protocol;
    call[k] = Number(now() - began) / 10000;
  }
  lines.push(Math.min(...best), Math.min(...call));
} else {
  const recorded = fs.readFileSync(rounds);
  for (let at = 0; at < recorded.length; ) {
    const part = () => {
      const length = recorded.readUInt32LE(at);
      at += 4 + length;
      return recorded.subarray(at - length, at);
    };
    const [batch, want] = [part(), part()];
    const began = now();
    const got = session.exchange(batch);
    const took = now() - began;
    if (!Buffer.from(got).equals(want)) throw new Error('an answer differs');
    lines.push(took);
  }
}
console.log(lines.join('\n'));
process.exit(0);
