// Plays with a zone: sends numbered objects, and prints each delivery. A line on standard input ends it.
const { ZoneClient } = await import(process.argv[2] + '/zone.mjs');
const { Batch } = await import(process.argv[2] + '/karakuri.mjs');
const client = new ZoneClient({ nodes: process.argv[4].split(','), zone: process.argv[3], name: 'game', token: 'games', report: (line) => console.log('#', line) });
let ends = false, sent = 0;
process.stdin.once('data', () => { ends = true; });
for (;;) {
  const delivery = await client.receive();
  console.log(Buffer.from(delivery.raw).toString('hex'));
  if (ends && client.unacknowledged === 0) break;
  for (let n = 0; n < 2 && !ends; n++) {
    const name = new TextEncoder().encode(`crate ${++sent}`), words = 2 + Math.ceil(name.length / 8);
    const batch = new Uint8Array(8 + words * 8), view = new DataView(batch.buffer);
    view.setBigUint64(0, 6n | BigInt(words) << 16n, true);
    view.setBigInt64(8, BigInt(sent), true);
    view.setBigInt64(16, BigInt(name.length), true);
    batch.set(name, 24);
    client.send(batch);
  }
}
client.close();
console.log('end', sent);
process.stdin.unref?.();
process.exit(0);
