// The worker of the playground: it runs the studio, which is a WebAssembly module, and passes messages on.
export {}; // a module

/** What the page says first. */
export interface Start {
  base: string; // the folder with the module
  setup: string; // of cmd/play
}

interface Port {
  setup: string;
  receive?: (text: string) => void;
  ready(): void;
  send(data: string | ArrayBuffer): void;
  fail(why: string): void;
}

type GoClass = new () => { importObject: WebAssembly.Imports; run(i: WebAssembly.Instance): Promise<void> };

const scope = self as unknown as { karakuri: Port; Go: GoClass; postMessage(m: unknown, move?: Transferable[]): void; onmessage: (e: MessageEvent) => void };

const fail = (why: string) => scope.postMessage({ fail: why });

async function start({ base, setup }: Start) {
  const port: Port = {
    setup,
    ready: () => scope.postMessage({ ready: true }),
    send: (data) => scope.postMessage(data, typeof data === "string" ? [] : [data]),
    fail,
  };
  scope.karakuri = port;
  scope.onmessage = (e) => port.receive?.(e.data as string);
  const [packed] = await Promise.all([fetch(new URL("studio.wasm.gz", base)), import(/* @vite-ignore */ new URL("wasm_exec.js", base).href)]);
  if (!packed.ok || !packed.body) throw new Error(`studio.wasm.gz: ${packed.status} ${packed.statusText}`);
  // A server that knows the ending may have named the encoding, and then the browser has unpacked it.
  const unpacked = packed.headers.get("content-encoding") === "gzip" ? packed.body : packed.body.pipeThrough(new DecompressionStream("gzip"));
  const go = new scope.Go();
  const { instance } = await WebAssembly.instantiateStreaming(new Response(unpacked, { headers: { "content-type": "application/wasm" } }), go.importObject);
  await go.run(instance);
  fail("the studio has ended");
}

scope.onmessage = (e) => start(e.data as Start).catch((why: Error) => fail(why.message));
