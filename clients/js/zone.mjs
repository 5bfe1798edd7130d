// A game's connection to a zone of a Karakuri cluster: docs/cluster-clients.md.

const PROTOCOL = 2;
const WINDOW = 256; // inputs that may wait for their answers
const SILENT = 2000; // milliseconds without a word of the owner after which another is looked for
const RETRY = 50;

/** The zone has sent the game away for good. */
export class Ended extends Error {}
/** Too many inputs are not acknowledged: receive before sending more. */
export class WindowFull extends Error {}

class Reader {
  at = 0;
  constructor(data) { this.data = data; }
  uint() {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      if (this.at >= this.data.length) throw new Error('the frame is damaged');
      const byte = this.data[this.at++];
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
  bytes() {
    const n = Number(this.uint());
    if (this.at + n > this.data.length) throw new Error('the frame is damaged');
    return this.data.subarray(this.at, this.at += n);
  }
  text() { return new TextDecoder().decode(this.bytes()); }
}

function uint(out, n) {
  for (n = BigInt(n); n >= 128n; n >>= 7n) out.push(Number(n & 127n) | 128);
  out.push(Number(n));
}

/**
 * What a zone says of its ticks first to last (BigInt, as epoch and hash are): answers to inputs of any game, each with
 * client, seq, fault (empty: it was carried out) and out, then the commands of the ticks.
 */
export class Delivery {
  constructor(raw) {
    const r = new Reader(raw);
    this.raw = raw;
    [this.epoch, this.first, this.last, this.hash] = [r.uint(), r.uint(), r.uint(), r.uint()];
    this.answers = [];
    for (let n = r.uint(); n > 0n; n--) this.answers.push({ client: r.text(), seq: r.uint(), fault: r.text(), out: r.bytes() });
    this.out = r.bytes();
  }
}

/**
 * Finds the owner of a zone through any node, and connects again when that is lost, as long as receive is called. Each
 * input arrives once and in order, and each delivery comes once. Call receive again only after it has returned.
 */
export class ZoneClient {
  #socket = null;
  #ready = false; // the owner has greeted: what the zone lacks is sent
  #frames = [];
  #wake = () => {};
  #joined = false;
  #next = 1n;
  #waiting = [];
  #tries = 0;

  /** Nodes are addresses; a WebSocket class is needed where the platform has none. */
  constructor({ nodes, zone, name = crypto.randomUUID(), token = '', report = () => {}, WebSocket = globalThis.WebSocket }) {
    Object.assign(this, { nodes, zone, name, token, report, WebSocket, tps: 0, epoch: 0n, tick: 0n, hash: 0n });
  }

  /** The number of inputs whose answers have not arrived. */
  get unacknowledged() { return this.#waiting.length; }

  /** Sends a batch. Throws WindowFull. */
  send(batch) { this.#input(0, batch); }

  /** Sends an agent to another zone. Throws WindowFull. */
  transfer(agent, zone) {
    const body = [], n = BigInt(agent);
    uint(body, n >= 0n ? n << 1n : -n * 2n - 1n);
    this.#input(2, [...body, ...new TextEncoder().encode(zone)]);
  }

  #input(what, body) {
    if (this.#waiting.length >= WINDOW) throw new WindowFull(`${WINDOW} inputs are not acknowledged`);
    const frame = this.#frame(what, body);
    this.#waiting.push({ seq: this.#next++, frame });
    this.#write(frame);
  }

  #frame(what, body) {
    const head = [1];
    uint(head, this.#next);
    const frame = new Uint8Array(head.length + 1 + body.length);
    frame.set(head);
    frame[head.length] = what;
    frame.set(body, head.length + 1);
    return frame;
  }

  #write(frame) { if (this.#ready && this.#socket?.readyState === 1) this.#socket.send(frame); }

  /** Returns the next delivery. Throws Ended. */
  async receive() {
    for (;;) {
      try {
        if (!this.#socket) await this.#connect();
        const delivery = this.#take(await this.#read());
        if (delivery) return delivery;
      } catch (e) {
        if (e instanceof Ended) throw e;
        this.#drop(e.message);
        this.#tries++;
        await new Promise((done) => setTimeout(done, RETRY));
      }
    }
  }

  /** Leaves the zone for good: it forgets the game. */
  close() {
    this.#write(this.#frame(1, []));
    this.#socket?.close();
    this.#socket = null;
  }

  #drop(why) {
    this.report(`the connection was lost: ${why}`);
    this.#socket?.close();
    this.#socket = null;
    this.#ready = false;
  }

  async #read() {
    for (const end = Date.now() + SILENT; !this.#frames.length;) {
      const left = end - Date.now();
      if (left <= 0) throw new Error('the owner is silent');
      await new Promise((done) => {
        const timer = setTimeout(done, left);
        this.#wake = () => { clearTimeout(timer); done(); };
      });
    }
    const frame = this.#frames.shift();
    if (typeof frame === 'string') throw new Error(frame);
    return frame;
  }

  async #connect() {
    const node = this.nodes[this.#tries % this.nodes.length].replace(/\/$/, '');
    const headers = this.token ? { Authorization: `Bearer ${this.token}` } : {};
    const answer = await fetch(`${node}/v1/owner?${new URLSearchParams({ zone: this.zone })}`, { headers, signal: AbortSignal.timeout(SILENT) });
    if (!answer.ok) {
      const text = (await answer.text()).trim();
      throw answer.status === 400 || answer.status === 403 ? new Ended(text) : new Error(text);
    }
    const { url } = await answer.json();
    const query = new URLSearchParams({ protocol: PROTOCOL, zone: this.zone, client: this.name, resume: this.#joined ? 1 : 0,
      epoch: this.epoch, tick: this.tick, hash: this.hash.toString(16) });
    const address = `${url.replace(/^http/, 'ws')}/v1/zone?${query}`;
    const frames = this.#frames = [];
    const socket = this.#socket = this.token ? new this.WebSocket(address, { headers }) : new this.WebSocket(address);
    socket.binaryType = 'arraybuffer';
    const add = (frame) => { frames.push(frame); if (this.#frames === frames) this.#wake(); };
    socket.onmessage = (e) => add(new Uint8Array(e.data));
    socket.onerror = socket.onclose = () => add('the node has closed the connection');
    const r = this.#open(await this.#read(), 1);
    const [tick, hash, received, tps] = [r.uint(), r.uint(), r.uint(), r.uint()];
    this.tps = Number(tps);
    if (!this.#joined) [this.#joined, this.tick, this.hash] = [true, tick, hash];
    const answered = this.#next - 1n - BigInt(this.#waiting.length);
    if (received > 0n && received < answered) throw new Ended(`the zone has lost what it had confirmed: input ${answered} was answered, and it has ${received}`);
    this.#ready = true;
    for (const { seq, frame } of this.#waiting) if (seq > received) this.#write(frame);
  }

  #open(frame, kind) {
    if (frame[0] === 3) {
      const text = new TextDecoder().decode(frame.subarray(2));
      throw frame[1] === 1 ? new Error(text) : new Ended(text);
    }
    const r = new Reader(frame);
    r.at = 1;
    const epoch = r.uint();
    if (frame[0] !== kind) throw new Error('the frame is damaged, or of another version');
    if (epoch < this.epoch) throw new Error(`the owner's epoch is over: it is ${epoch}, and epoch ${this.epoch} has begun`);
    this.epoch = epoch;
    return r;
  }

  #take(frame) {
    const r = this.#open(frame, 2), d = new Delivery(frame.subarray(r.at));
    if (d.last <= this.tick) return null;
    if (d.first !== this.tick + 1n) throw new Error(`ticks ${d.first} to ${d.last} follow tick ${this.tick}`);
    [this.tick, this.hash] = [d.last, d.hash];
    for (const a of d.answers) if (a.client === this.name && this.#waiting[0]?.seq === a.seq) this.#waiting.shift();
    return d;
  }
}
