// node.mjs: the engine in node, without ceremony. It lies beside karakuri.wasm and wasm_exec.js.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { instantiate as make } from './karakuri.mjs';

/** Makes the engine of the karakuri.wasm beside this file. */
export async function instantiate() {
  const here = (name) => new URL(name, import.meta.url);
  if (!fs.existsSync(here('karakuri.wasm'))) throw new Error(`there is no karakuri.wasm beside ${here('node.mjs').pathname}: "go run ./internal/tools/lib -wasm -o build" writes it, and this file with it`);
  createRequire(import.meta.url)('./wasm_exec.js');
  return make(fs.readFileSync(here('karakuri.wasm')));
}

/** Loads a program from a file that imports nothing. */
export async function load(file) {
  return (await instantiate()).load(fs.readFileSync(file, 'utf8'));
}
