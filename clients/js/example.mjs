// A hungry villager: the game carries out his actions, each in half a second. Argument: the folder that "go run ./internal/tools/lib -wasm -o build" wrote.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { Batch, instantiate, items } from './karakuri.mjs';
import * as op from './ops.mjs';

const dir = path.resolve(process.argv[2]);
createRequire(import.meta.url)(path.join(dir, 'wasm_exec.js')); // a page has a script element instead
const engine = await instantiate(fs.readFileSync(path.join(dir, 'karakuri.wasm')));
const program = engine.load(fs.readFileSync(new URL('../../examples/meal/meal.krk', import.meta.url), 'utf8'));
const session = program.session({ tps: 10 });
const [moveTo, places] = [program.number('actions', 'move_to'), ['home', 'shop', 'office']];

const batch = new Batch();
const running = new Map();
batch.add(op.SPAWN, program.number('kinds', 'villager'), [1]);
for (let tick = 0; tick < 40; tick++) {
  batch.add(op.STEP, 1);
  for (const item of items(session.exchange(batch))) {
    if (item.op === op.ABORT) running.delete(item.bigint(0));
    if (item.op !== op.START) continue;
    console.log(`tick ${tick}: start ${program.manifest.actions[item.number].name} ${item.number === moveTo ? places[item.int(2)] : ''}`);
    if (item.number === moveTo) running.set(item.bigint(0), tick + 5);
  }
  batch.clear();
  for (const [instance, due] of running) {
    if (tick < due) continue;
    batch.add(op.REPORT, 2, [instance]);
    running.delete(instance);
  }
}
process.exit(); // the engine would wait for more
