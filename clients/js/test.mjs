// Plays the recorded exchange, misuses the engine, and measures. Arguments: folder of karakuri.wasm, program, options, rounds.
import fs from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { Batch, KarakuriError, instantiate, items } from './karakuri.mjs';
import * as op from './ops.mjs';

const [dir, program, options, rounds] = process.argv.slice(2);
createRequire(import.meta.url)(path.resolve(dir, 'wasm_exec.js'));
const engine = await instantiate(fs.readFileSync(path.join(dir, 'karakuri.wasm')));
let failures = 0;
const check = (ok, what) => {
  if (!ok) {
    failures++;
    console.log('failed:', what);
  }
};
const fails = (code, f) => {
  try {
    f();
  } catch (e) {
    check(e instanceof KarakuriError && e.code === code, `${f}: ${e}`);
    return;
  }
  check(false, `${f} passes`);
};

check(engine.protocol === op.PROTOCOL, 'protocol');
const p = engine.load(fs.readFileSync(program, 'utf8'));
const setup = JSON.parse(fs.readFileSync(options, 'utf8'));
const recorded = fs.readFileSync(rounds);

function replay(session) {
  let n = 0;
  for (let at = 0; at < recorded.length; n++) {
    const part = () => {
      const length = recorded.readUInt32LE(at);
      at += 4 + length;
      return recorded.subarray(at - length, at);
    };
    const batch = part();
    const want = part();
    const got = Buffer.from(session.exchange(batch));
    if (!got.equals(want)) throw new Error(`round ${n} differs`);
  }
  return n;
}
const s = p.session(setup);
check(replay(s) > 0, 'replay');
const snapshot = s.snapshot();
const twin = p.restore(snapshot, setup);
s.rollback(snapshot);
const rest = Buffer.from(twin.exchange(new Batch()));
check(rest.equals(Buffer.from(s.exchange(new Batch()))), 'a twin says something else');
for (const item of items(rest)) check(item.op === op.RESTORED, 'the first answer');

fails(5, () => engine.load('agent {'));
fails(6, () => p.session({ tps: -1 }));
fails(7, () => s.exchange(new Uint8Array([1, 2, 3])));
fails(9, () => s.rollback(new Uint8Array(5)));
twin.free();
fails(1, () => twin.exchange(new Batch()));

const kept = new Batch();
kept.add(op.STEP, 1);
for (const bad of [
  () => kept.add(op.WRITE, 0, [1, 1.5]),
  () => kept.add(op.WRITE, 0, [1, 'x']),
  () => kept.add(op.WRITE, 0, [1, 1n << 63n]),
  () => kept.add(op.WRITE, -1, [1]),
  () => kept.add(op.WALLS, 0, new Array(65536).fill(0)),
  () => kept.addText(op.OBJECT, 0, 'a crate', [null, undefined]),
  () => kept.addText(op.OBJECT, 0, 'a'.repeat(8 * 65533 + 1), [1]),
]) {
  let thrown = false;
  try {
    bad();
  } catch {
    thrown = true;
  }
  check(thrown && kept.bytes.length === 8, `${bad} leaves ${kept.bytes.length} bytes`);
}
kept.addText(op.OBJECT, p.number('types', 'crate'), 'a crate: 木箱', [5]);
kept.add(op.SPAWN, 0, [1]);
const told = [...items(s.exchange(kept))];
const added = told.find((x) => x.op === op.ADDED);
check(added.int(0) === 5 && added.int(1) > 0, 'an object with a name');
const who = told.find((x) => x.op === op.SPAWNED).bigint(1);
kept.clear();
kept.add(op.EXPLAIN, 0, [9, who]);
check([...items(s.exchange(kept))][0].text(1).includes('villager'), 'an explanation');

const many = p.session();
const b = new Batch();
for (let i = 0; i < 1000; i++) b.add(op.SPAWN, 0, [i]);
const ids = [...items(many.exchange(b))].map((x) => x.bigint(1));
b.clear();
for (const id of ids) b.add(op.WRITE, p.number('symbols', 'money'), [id, 1n]);
let best = Infinity;
let call = Infinity;
for (let k = 0; k < 20; k++) {
  const began = process.hrtime.bigint();
  for (let r = 0; r < 10; r++) many.exchange(b);
  best = Math.min(best, Number(process.hrtime.bigint() - began) / 10000);
  const then = process.hrtime.bigint();
  for (let r = 0; r < 1000; r++) engine.protocol;
  call = Math.min(call, Number(process.hrtime.bigint() - then) / 1000);
}
console.log(`write ${best.toFixed(0)} ns, call ${call.toFixed(0)} ns`);
engine.reset();
fails(1, () => many.exchange(new Batch()));
console.log(failures ? `${failures} checks failed` : 'all is well');
process.exit(failures ? 1 : 0);
