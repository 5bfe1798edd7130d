// karakuri.mjs: the engine in browsers and node, as a WebAssembly module. See README.md.

/** An error of the engine: its code is one of those of karakuri.h. */
export class KarakuriError extends Error {
  constructor(code, text) {
    super(text);
    this.name = 'KarakuriError';
    this.code = code;
  }
}

/** Makes the engine of the bytes of karakuri.wasm. Load wasm_exec.js before: it defines Go. */
export async function instantiate(wasm) {
  const go = new globalThis.Go();
  const { instance } = await WebAssembly.instantiate(wasm, go.importObject);
  go.run(instance); // it returns when the program ends, which it does not
  return new Engine(instance.exports);
}

export class Engine {
  #x;
  constructor(exports) {
    this.#x = exports;
  }

  /** The version of batches that the module speaks. */
  get protocol() {
    return this.#x.krk_protocol();
  }

  #put(...parts) {
    const length = parts.reduce((n, p) => n + p.length, 0);
    let at = this.#x.krk_room(length); // the memory may grow: it is examined afterwards
    const memory = new Uint8Array(this.#x.mem.buffer);
    for (const p of parts) {
      memory.set(p, at);
      at += p.length;
    }
    return length;
  }

  /** The last result, valid until the next call. */
  #out() {
    return new Uint8Array(this.#x.mem.buffer, this.#x.krk_out() >>> 0, this.#x.krk_length());
  }

  #check(code) {
    if (code !== 0) throw new KarakuriError(code, new TextDecoder().decode(this.#out()));
  }

  /** Loads a program from a text that imports nothing. */
  load(text) {
    this.#check(this.#x.krk_program_load_text(this.#put(new TextEncoder().encode(text))));
    return new Program(this, this.#x.krk_handle());
  }

  /** Frees all programs and sessions. */
  reset() {
    this.#check(this.#x.krk_reset());
  }

  /** @internal */
  manifest(program) {
    this.#check(this.#x.krk_program_manifest(program));
    return JSON.parse(new TextDecoder().decode(this.#out()));
  }

  /** @internal */
  session(program, options, snapshot) {
    const text = new TextEncoder().encode(JSON.stringify(options));
    if (snapshot === undefined) this.#check(this.#x.krk_session_new(program, this.#put(text)));
    else {
      this.#put(text, snapshot);
      this.#check(this.#x.krk_session_restore(program, text.length, snapshot.length));
    }
    return new Session(this, this.#x.krk_handle());
  }

  /** @internal */
  exchange(session, batch) {
    this.#check(this.#x.krk_exchange(session, this.#put(batch)));
    return this.#out();
  }

  /** @internal */
  snapshot(session) {
    this.#check(this.#x.krk_snapshot(session));
    return this.#out().slice();
  }

  /** @internal */
  rollback(session, snapshot) {
    this.#check(this.#x.krk_rollback(session, this.#put(snapshot)));
  }

  /** @internal */
  reload(session, program) {
    this.#check(this.#x.krk_reload(session, program));
  }

  /** @internal */
  free(handle) {
    this.#check(this.#x.krk_free(handle));
  }
}

/** A program: immutable, for any number of sessions. */
export class Program {
  constructor(engine, handle) {
    this.engine = engine;
    this.handle = handle;
    this.manifest = engine.manifest(handle);
  }

  /** Makes a session: a crowd without agents. */
  session(options = {}) {
    return this.engine.session(this.handle, options);
  }

  /** Makes a session that goes on from a snapshot. */
  restore(snapshot, options = {}) {
    return this.engine.session(this.handle, options, snapshot);
  }

  /** The number of a name in a list of the manifest: number('actions', 'move_to'). */
  number(list, name) {
    const n = (this.manifest[list] ?? []).findIndex((x) => x.name === name);
    if (n < 0) throw new RangeError(`the program has no ${name} among its ${list}`);
    return n;
  }

  free() {
    this.engine.free(this.handle);
  }
}

/** A crowd whose actions the game carries out. */
export class Session {
  constructor(engine, handle) {
    this.engine = engine;
    this.handle = handle;
  }

  /** Carries out a batch and returns the answer: bytes that are good until the next call of the engine. */
  exchange(batch) {
    return this.engine.exchange(this.handle, batch instanceof Batch ? batch.bytes : batch);
  }

  snapshot() {
    return this.engine.snapshot(this.handle);
  }

  rollback(snapshot) {
    this.engine.rollback(this.handle, snapshot);
  }

  reload(program) {
    this.engine.reload(this.handle, program.handle);
  }

  free() {
    this.engine.free(this.handle);
  }
}

/** The messages of the game. */
export class Batch {
  #view = new DataView(new ArrayBuffer(1 << 12));
  #length = 0;

  get bytes() {
    return new Uint8Array(this.#view.buffer, 0, this.#length);
  }

  clear() {
    this.#length = 0;
  }

  #grow(n) {
    if (this.#length + n <= this.#view.byteLength) return;
    const more = new Uint8Array(Math.max(2 * this.#view.byteLength, this.#length + n));
    more.set(this.bytes);
    this.#view = new DataView(more.buffer);
  }

  /** Adds an item. A word is a whole number, a BigInt, a boolean, or float(x). If it throws, the batch is as before. */
  add(op, number = 0, words = [], flags = 0) {
    this.#length = this.#put(op, number, words, flags, 0);
  }

  /** Adds an item that ends with a text. */
  addText(op, number, text, words = [], flags = 0) {
    const bytes = new TextEncoder().encode(text);
    const end = this.#put(op, number, words, flags, 1 + Math.ceil(bytes.length / 8));
    const at = this.#length + 8 * (words.length + 1);
    const into = new Uint8Array(this.#view.buffer);
    this.#view.setBigInt64(at, BigInt(bytes.length), true);
    into.fill(0, at + 8, end);
    into.set(bytes, at + 8);
    this.#length = end;
  }

  /** Writes an item behind the batch with room for more words, and returns the position of its end. */
  #put(op, number, words, flags, more) {
    const count = words.length + more;
    if (count > 65535) throw new RangeError(`an item of ${count} words; the limit is 65535`);
    within(op, 255);
    within(flags, 255);
    within(number, 0xffffffff);
    this.#grow(8 * (count + 1));
    this.#view.setUint32(this.#length, (op | (flags << 8) | (count << 16)) >>> 0, true);
    this.#view.setUint32(this.#length + 4, number, true);
    let at = this.#length + 8;
    for (const w of words) {
      if (w instanceof Float) this.#view.setFloat64(at, w.value, true);
      else this.#view.setBigInt64(at, whole(w), true);
      at += 8;
    }
    return this.#length + 8 * (count + 1);
  }
}

/** Refuses everything but whole numbers up to a limit. */
function within(n, limit) {
  if (!Number.isInteger(n) || n < 0 || n > limit) throw new RangeError(`${n} is no whole number from 0 to ${limit}`);
}

/** A word as a BigInt. Those that do not fit are refused. */
function whole(w) {
  const n = BigInt(w);
  if (BigInt.asIntN(64, n) !== n) throw new RangeError(`${w} does not fit a word`);
  return n;
}

class Float {
  constructor(value) {
    this.value = value;
  }
}

/** A number as the bits of a float. */
export const float = (value) => new Float(value);

/** Yields the items of an answer: {op, flags, number, int(i), float(i), length}. */
export function* items(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 8 <= view.byteLength; ) {
    const head = view.getUint32(at, true);
    const item = new Item(view, at + 8, head & 255, (head >>> 8) & 255, head >>> 16, view.getUint32(at + 4, true));
    at += 8 * (item.length + 1);
    yield item;
  }
}

class Item {
  constructor(view, at, op, flags, length, number) {
    Object.assign(this, { view, at, op, flags, length, number });
  }

  /** A word as a whole number; beyond 2^53 it is not exact: bigint(i) is. */
  int(i) {
    return Number(this.bigint(i));
  }

  bigint(i) {
    return this.view.getBigInt64(this.at + 8 * i, true);
  }

  float(i) {
    return this.view.getFloat64(this.at + 8 * i, true);
  }

  /** The text that begins at a word. */
  text(i) {
    return new TextDecoder().decode(new Uint8Array(this.view.buffer, this.view.byteOffset + this.at + 8 * i + 8, this.int(i)));
  }
}
