// Types of karakuri.mjs.

/** An error of the engine. */
export class KarakuriError extends Error {
  constructor(code: number, text: string);
  /** One of the codes of karakuri.h. */
  readonly code: number;
}

/** Makes the engine of the bytes of karakuri.wasm. Load wasm_exec.js before: it defines Go. */
export function instantiate(wasm: BufferSource): Promise<Engine>;

export class Engine {
  private constructor();
  /** The version of batches that the module speaks. */
  readonly protocol: number;
  /** Loads a program from a text that imports nothing. */
  load(text: string): Program;
  /** Frees all programs and sessions. */
  reset(): void;
}

/** A program: immutable, for any number of sessions. */
export class Program {
  private constructor();
  readonly manifest: Manifest;
  /** Makes a session: a crowd without agents. */
  session(options?: Options): Session;
  /** Makes a session that goes on from a snapshot. */
  restore(snapshot: Uint8Array, options?: Options): Session;
  /** The number of a name in a list of the manifest: number('actions', 'move_to'). */
  number(list: 'enums' | 'types' | 'symbols' | 'actions' | 'kinds' | 'goals' | 'objects', name: string): number;
  free(): void;
}

/** A crowd whose actions the game carries out. */
export class Session {
  private constructor();
  /** Carries out a batch and returns the answer: bytes that are good until the next call of the engine. */
  exchange(batch: Batch | Uint8Array): Uint8Array;
  snapshot(): Uint8Array;
  rollback(snapshot: Uint8Array): void;
  reload(program: Program): void;
  free(): void;
}

/** What a word of an item may be. */
export type Word = number | bigint | boolean | Float;

/** What the game says. Where a call throws, the batch is as before. */
export class Batch {
  /** The bytes so far, good until the batch changes. */
  readonly bytes: Uint8Array;
  clear(): void;
  /** Adds an item. A number is a whole one; float(x) is a float. */
  add(op: number, number?: number, words?: readonly Word[], flags?: number): void;
  /** Adds an item that ends with a text. */
  addText(op: number, number: number, text: string, words?: readonly Word[], flags?: number): void;
}

/** A number as the bits of a float. */
export function float(value: number): Float;

declare class Float {
  private constructor();
  readonly value: number;
}
export type { Float };

/** Yields the items of an answer. */
export function items(bytes: Uint8Array): Generator<Item, void, undefined>;

export interface Item {
  readonly op: number;
  readonly flags: number;
  readonly number: number;
  /** How many words there are. */
  readonly length: number;
  /** A word as a whole number; beyond 2^53 it is not exact: bigint(i) is. */
  int(i: number): number;
  bigint(i: number): bigint;
  float(i: number): number;
  /** The text that begins at a word. */
  text(i: number): string;
}

/** Options of a session; docs/engines.md says what they mean. */
export interface Options {
  tps?: number;
  seed?: number;
  workers?: number;
  nodes?: number;
  depth?: number;
  memory?: number;
  nodes_per_tick?: number;
  crowd_nodes_per_tick?: number;
  turns_per_tick?: number;
  rounds_per_tick?: number;
  rays?: number;
  levels?: { name: string; seconds: number; significance?: number; deaf?: boolean; look?: number }[];
  events?: ('plans' | 'goals' | 'squads' | 'trees')[];
  texts?: boolean;
}

/** The numbers of a program's names: the place in the list. Lists without entries are null. */
export interface Manifest {
  protocol: number;
  hash: string;
  enums: { name: string; values: string[] }[] | null;
  types: { name: string; parents?: string[]; max: number }[] | null;
  symbols: { name: string; scope: 'agent' | 'squad' | 'world'; params?: Value[]; type: Value; sensed?: boolean; derived?: boolean }[] | null;
  actions: { name: string; params?: Param[]; grace?: number }[] | null;
  kinds: { name: string; squad?: boolean; brain?: boolean; body?: string }[] | null;
  goals: { name: string; params?: Param[] }[] | null;
  objects: { name: string; type: string; object: number }[] | null;
  events: string[];
  reasons: string[];
  causes: string[];
  refusals: string[];
}

export interface Value {
  kind: 'bool' | 'int' | 'float' | 'enum' | 'vec2' | 'object';
  of?: string;
  lo?: number;
  hi?: number;
}

export interface Param {
  name: string;
  types: Value[];
}
