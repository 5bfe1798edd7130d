import type { Connect } from "../net/ends";
import { prepare } from "./setup";
import type { Start } from "./worker";

/** Starts the studio in a worker. It is not started twice: what it had is lost with it. */
export const connect: Connect = (to) => {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const close = (why: string) => {
    worker.terminate();
    to.close(`the playground has stopped: ${why}. Reload the page.`);
  };
  worker.onerror = (e) => close(e.message);
  worker.onmessage = (e) => {
    const data = e.data as string | ArrayBuffer | { ready?: true; fail?: string };
    if (typeof data === "string" || data instanceof ArrayBuffer) to.message(data);
    else if (data.ready) to.open((text) => worker.postMessage(text));
    else close(data.fail ?? "");
  };
  prepare()
    .then((setup) => worker.postMessage({ base: new URL(".", document.baseURI).href, setup: JSON.stringify(setup) } satisfies Start))
    .catch((why: Error) => close(why.message));
};
