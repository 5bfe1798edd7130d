// Types of node.mjs.
import type { Engine, Program } from './karakuri.mjs';

/** Makes the engine of the karakuri.wasm beside this file. */
export function instantiate(): Promise<Engine>;

/** Loads a program from a file that imports nothing. */
export function load(file: string): Promise<Program>;
