// Names of village.krk. Made by: karakuri generate ts village.krk
import { float, type Batch, type Item } from 'karakuri';

/** The hash of the manifest: compare it with program.manifest.hash. */
export const MANIFEST_HASH = 'b893baebb35f5cd0';

/** Names an agent, an object or an instance. */
export type Id = number | bigint;
export type Vec2 = readonly [number, number];

/** The enum place. */
export const Place = { home: 0, well: 1, inn: 2, field: 3, square: 4 } as const;
export type Place = (typeof Place)[keyof typeof Place];

/** What the game writes and reads. */
export const symbols = {
  /** hunger: float, of the agent, sensed: only the game writes it */
  hunger: {
    number: 0,
    write(batch: Batch, agent: Id, value: number): void { batch.add(1, 0, [agent, float(value)]); },
    /** Asks for it: the answer repeats the reference, and value takes it from the item that answers. */
    read(batch: Batch, reference: Id, agent: Id): void { batch.add(20, 0, [reference, agent]); },
    value(item: Item): number { return item.float(1); },
  },

  /** thirst: float, of the agent, sensed: only the game writes it */
  thirst: {
    number: 1,
    write(batch: Batch, agent: Id, value: number): void { batch.add(1, 1, [agent, float(value)]); },
    /** Asks for it: the answer repeats the reference, and value takes it from the item that answers. */
    read(batch: Batch, reference: Id, agent: Id): void { batch.add(20, 1, [reference, agent]); },
    value(item: Item): number { return item.float(1); },
  },

  /** tired: float, of the agent, sensed: only the game writes it */
  tired: {
    number: 2,
    write(batch: Batch, agent: Id, value: number): void { batch.add(1, 2, [agent, float(value)]); },
    /** Asks for it: the answer repeats the reference, and value takes it from the item that answers. */
    read(batch: Batch, reference: Id, agent: Id): void { batch.add(20, 2, [reference, agent]); },
    value(item: Item): number { return item.float(1); },
  },

  /** lonely: float, of the agent, sensed: only the game writes it */
  lonely: {
    number: 3,
    write(batch: Batch, agent: Id, value: number): void { batch.add(1, 3, [agent, float(value)]); },
    /** Asks for it: the answer repeats the reference, and value takes it from the item that answers. */
    read(batch: Batch, reference: Id, agent: Id): void { batch.add(20, 3, [reference, agent]); },
    value(item: Item): number { return item.float(1); },
  },

  /** coins: int 0..99, of the agent, sensed: only the game writes it */
  coins: {
    number: 4,
    write(batch: Batch, agent: Id, value: number): void { batch.add(1, 4, [agent, value]); },
    /** Asks for it: the answer repeats the reference, and value takes it from the item that answers. */
    read(batch: Batch, reference: Id, agent: Id): void { batch.add(20, 4, [reference, agent]); },
    value(item: Item): number { return item.int(1); },
  },

  /** night: bool, of the world, sensed: only the game writes it */
  night: {
    number: 5,
    write(batch: Batch, value: boolean): void { batch.add(1, 5, [0, value]); },
    /** Asks for it: the answer repeats the reference, and value takes it from the item that answers. */
    read(batch: Batch, reference: Id): void { batch.add(20, 5, [reference, 0]); },
    value(item: Item): boolean { return item.int(1) !== 0; },
  },
};

/** What agents start, and the game carries out. */
export const actions = {
  /** walk_to(p: place) */
  walk_to: {
    number: 0,
    /** Takes it from an item that starts or restores one; undefined for another item. */
    read(item: Item): { instance: bigint; agent: bigint; p: Place } | undefined {
      if ((item.op !== 65 && item.op !== 69) || item.number !== 0) return undefined;
      const p = item.int(2) as Place;
      return { instance: item.bigint(0), agent: item.bigint(1), p };
    },
  },

  /** eat */
  eat: {
    number: 1,
    /** Takes it from an item that starts or restores one; undefined for another item. */
    read(item: Item): { instance: bigint; agent: bigint } | undefined {
      if ((item.op !== 65 && item.op !== 69) || item.number !== 1) return undefined;
      return { instance: item.bigint(0), agent: item.bigint(1) };
    },
  },

  /** drink */
  drink: {
    number: 2,
    /** Takes it from an item that starts or restores one; undefined for another item. */
    read(item: Item): { instance: bigint; agent: bigint } | undefined {
      if ((item.op !== 65 && item.op !== 69) || item.number !== 2) return undefined;
      return { instance: item.bigint(0), agent: item.bigint(1) };
    },
  },

  /** sleep */
  sleep: {
    number: 3,
    /** Takes it from an item that starts or restores one; undefined for another item. */
    read(item: Item): { instance: bigint; agent: bigint } | undefined {
      if ((item.op !== 65 && item.op !== 69) || item.number !== 3) return undefined;
      return { instance: item.bigint(0), agent: item.bigint(1) };
    },
  },

  /** work */
  work: {
    number: 4,
    /** Takes it from an item that starts or restores one; undefined for another item. */
    read(item: Item): { instance: bigint; agent: bigint } | undefined {
      if ((item.op !== 65 && item.op !== 69) || item.number !== 4) return undefined;
      return { instance: item.bigint(0), agent: item.bigint(1) };
    },
  },

  /** talk */
  talk: {
    number: 5,
    /** Takes it from an item that starts or restores one; undefined for another item. */
    read(item: Item): { instance: bigint; agent: bigint } | undefined {
      if ((item.op !== 65 && item.op !== 69) || item.number !== 5) return undefined;
      return { instance: item.bigint(0), agent: item.bigint(1) };
    },
  },
};

/** Kinds of agents and of squads. */
export const kinds = {
  /** farmer: a kind of agents, which take orders */
  farmer: {
    number: 0,
    /** Spawns one. The answer repeats the reference. */
    spawn(batch: Batch, reference: Id): void { batch.add(4, 0, [reference]); },
  },

  /** gossip: a kind of agents, which take orders */
  gossip: {
    number: 1,
    /** Spawns one. The answer repeats the reference. */
    spawn(batch: Batch, reference: Id): void { batch.add(4, 1, [reference]); },
  },

  /** dreamer: a kind of agents, which take orders */
  dreamer: {
    number: 2,
    /** Spawns one. The answer repeats the reference. */
    spawn(batch: Batch, reference: Id): void { batch.add(4, 2, [reference]); },
  },
};

/** Goals, which the game can order agents with a brain to pursue. */
export const goals = {
  /** dine */
  dine: {
    number: 0,
    /** Orders an agent to pursue it. The answer repeats the reference. */
    order(batch: Batch, reference: Id, agent: Id, urgent = false): void { batch.add(12, 0, [reference, agent], urgent ? 1 : 0); },
  },

  /** quench */
  quench: {
    number: 1,
    /** Orders an agent to pursue it. The answer repeats the reference. */
    order(batch: Batch, reference: Id, agent: Id, urgent = false): void { batch.add(12, 1, [reference, agent], urgent ? 1 : 0); },
  },

  /** rest */
  rest: {
    number: 2,
    /** Orders an agent to pursue it. The answer repeats the reference. */
    order(batch: Batch, reference: Id, agent: Id, urgent = false): void { batch.add(12, 2, [reference, agent], urgent ? 1 : 0); },
  },

  /** earn */
  earn: {
    number: 3,
    /** Orders an agent to pursue it. The answer repeats the reference. */
    order(batch: Batch, reference: Id, agent: Id, urgent = false): void { batch.add(12, 3, [reference, agent], urgent ? 1 : 0); },
  },

  /** meet */
  meet: {
    number: 4,
    /** Orders an agent to pursue it. The answer repeats the reference. */
    order(batch: Batch, reference: Id, agent: Id, urgent = false): void { batch.add(12, 4, [reference, agent], urgent ? 1 : 0); },
  },
};

/** Personalities, which the game can give to agents whose brain has them. */
export const personalities = {
  /** none: wants as the brain has them */
  no_personality: {
    number: 0,
    /** Gives it to an agent. */
    give(batch: Batch, agent: Id): void { batch.add(25, 0, [agent]); },
  },

  /** busy */
  busy: {
    number: 1,
    /** Gives it to an agent. */
    give(batch: Batch, agent: Id): void { batch.add(25, 1, [agent]); },
  },

  /** sociable */
  sociable: {
    number: 2,
    /** Gives it to an agent. */
    give(batch: Batch, agent: Id): void { batch.add(25, 2, [agent]); },
  },

  /** sleepy */
  sleepy: {
    number: 3,
    /** Gives it to an agent. */
    give(batch: Batch, agent: Id): void { batch.add(25, 3, [agent]); },
  },
};

void float; // a program may have no floats
