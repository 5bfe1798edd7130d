import type { Connect } from "./ends";

/** Whether the page is the playground: its studio is a worker, not a server. The tool that builds it marks the page. */
export const playground = document.querySelector("meta[name=karakuri-playground]") !== null;

/** A WebSocket to the server that the page comes from. */
const webSocket: Connect = (to) => {
  const token = new URLSearchParams(location.search).get("token");
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws${token ? `?token=${encodeURIComponent(token)}` : ""}`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => to.open((text) => socket.send(text));
  socket.onmessage = (e) => to.message(e.data as string | ArrayBuffer);
  socket.onclose = () => to.close();
};

/** A worker, with the studio in it. */
const worker: Connect = (to) => {
  import("../play/line").then((m) => m.connect(to)).catch((e: Error) => to.close(e.message));
};

export const connect: Connect = playground ? worker : webSocket;
