// Types of zone.mjs.

/** The zone has sent the game away for good. */
export class Ended extends Error {}
/** Too many inputs are not acknowledged: receive before sending more. */
export class WindowFull extends Error {}

/** The answer to an input of any game. */
export interface Answer {
  client: string;
  /** The number of the client's input, from 1. */
  seq: bigint;
  /** Empty: it was carried out. */
  fault: string;
  /** A batch. */
  out: Uint8Array;
}

/** What a zone says of its ticks first to last: answers to inputs of any game, then the commands of the ticks. */
export class Delivery {
  constructor(raw: Uint8Array);
  raw: Uint8Array;
  epoch: bigint;
  first: bigint;
  last: bigint;
  hash: bigint;
  answers: Answer[];
  /** The commands of the ticks, a batch. */
  out: Uint8Array;
}

export interface ZoneOptions {
  /** Addresses of nodes, such as http://127.0.0.1:7431. */
  nodes: string[];
  zone: string;
  /** Yours alone for ever; without it, a random one. */
  name?: string;
  /** Of the nodes' --token-file. It goes in a header, which the WebSocket class must take as an option: that of node 22 does. */
  token?: string;
  report?: (line: string) => void;
  /** Needed where the platform has none. */
  WebSocket?: new (address: string, options?: any) => any;
}

/**
 * Finds the owner of a zone through any node, and connects again when that is lost, as long as receive is called. Each
 * input arrives once and in order, and each delivery comes once. Call receive again only after it has returned.
 */
export class ZoneClient {
  constructor(options: ZoneOptions);
  readonly nodes: string[];
  readonly zone: string;
  readonly name: string;
  /** Ticks a second, once connected. */
  readonly tps: number;
  /** The newest epoch that it knows, and the last tick that it took with its hash. */
  readonly epoch: bigint;
  readonly tick: bigint;
  readonly hash: bigint;
  /** The number of inputs whose answers have not arrived. */
  get unacknowledged(): number;
  /** Sends a batch. Throws WindowFull. */
  send(batch: Uint8Array): void;
  /** Sends an agent to another zone. Throws WindowFull. */
  transfer(agent: number | bigint, zone: string): void;
  /** Returns the next delivery. Throws Ended. */
  receive(): Promise<Delivery>;
  /** Leaves the zone for good: it forgets the game. */
  close(): void;
}
