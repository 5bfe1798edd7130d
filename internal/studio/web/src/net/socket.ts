import { busy } from "./busy";
import { Cast } from "./frame";
import type { Answers, Faces, Frame, Request } from "./wire";

/** The possible requests. */
export type Op = keyof Answers;

/** The data of a request: the fields that apply to its operation. */
export interface Question<O extends Op = Op> extends Omit<Request, "id" | "op"> {
  op: O;
}

interface Waiting {
  resolve: (data: unknown) => void;
  reject: (error: Error) => void;
}

const firstRetry = 300;
const lastRetry = 5000;

/** The connection to the server. It is made again when it breaks; questions that were open then fail. */
export class Socket {
  private socket?: WebSocket;
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private retry = firstRetry;

  constructor(
    private onFrame: (f: Frame) => void,
    private onState: (open: boolean) => void,
  ) {
    this.connect();
  }

  private connect() {
    const token = new URLSearchParams(location.search).get("token");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws${token ? `?token=${encodeURIComponent(token)}` : ""}`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    const cast = new Cast();
    socket.onopen = () => {
      this.retry = firstRetry;
      this.onState(true);
    };
    socket.onmessage = (e) => {
      if (typeof e.data !== "string") {
        this.onFrame(cast.frame(e.data as ArrayBuffer));
        return;
      }
      const message = JSON.parse(e.data);
      if (message.push === "faces") cast.learn(message as Faces);
      else this.receive(message);
    };
    socket.onclose = () => {
      for (const w of this.waiting.values()) {
        busy(-1);
        w.reject(new Error("the connection is lost"));
      }
      this.waiting.clear();
      this.onState(false);
      setTimeout(() => this.connect(), this.retry);
      this.retry = Math.min(this.retry * 2, lastRetry);
    };
  }

  private receive(message: { id?: number; error?: string; data?: unknown }) {
    const w = this.waiting.get(message.id ?? 0);
    if (!w) return;
    this.waiting.delete(message.id ?? 0);
    busy(-1);
    if (message.error) w.reject(new Error(message.error));
    else w.resolve(message.data);
  }

  /** Asks, and gives the answer's data; it fails with what the server says. */
  ask<O extends Op>(q: Question<O>): Promise<Answers[O]> {
    return new Promise<Answers[O]>((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) {
        reject(new Error("the connection is lost"));
        return;
      }
      busy(1);
      const id = this.next++;
      this.waiting.set(id, { resolve: resolve as (d: unknown) => void, reject });
      this.socket.send(JSON.stringify({ id, ...q }));
    });
  }
}
