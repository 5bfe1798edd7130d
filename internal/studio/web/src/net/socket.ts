import { busy } from "./busy";
import { Cast } from "./frame";
import { connect } from "./line";
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

/** The connection to the studio. It is made again when it breaks; questions that were open then fail. */
export class Socket {
  private send?: (text: string) => void;
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private retry = firstRetry;

  /** onState is told why the connection is lost for good, if it is. */
  constructor(
    private onFrame: (f: Frame) => void,
    private onState: (open: boolean, why?: string) => void,
  ) {
    this.connect();
  }

  private connect() {
    const cast = new Cast();
    connect({
      open: (send) => {
        this.send = send;
        this.retry = firstRetry;
        this.onState(true);
      },
      message: (data) => {
        if (typeof data !== "string") {
          this.onFrame(cast.frame(data));
          return;
        }
        const message = JSON.parse(data);
        if (message.push === "faces") cast.learn(message as Faces);
        else this.receive(message);
      },
      close: (why) => {
        this.send = undefined;
        for (const w of this.waiting.values()) {
          busy(-1);
          w.reject(new Error("the connection is lost"));
        }
        this.waiting.clear();
        this.onState(false, why);
        if (why) return;
        setTimeout(() => this.connect(), this.retry);
        this.retry = Math.min(this.retry * 2, lastRetry);
      },
    });
  }

  private receive(message: { id?: number; error?: string; data?: unknown }) {
    const w = this.waiting.get(message.id ?? 0);
    if (!w) return;
    this.waiting.delete(message.id ?? 0);
    busy(-1);
    if (message.error) w.reject(new Error(message.error));
    else w.resolve(message.data);
  }

  /** Asks, and gives the answer's data; it fails with what the studio says. */
  ask<O extends Op>(q: Question<O>): Promise<Answers[O]> {
    return new Promise<Answers[O]>((resolve, reject) => {
      if (!this.send) {
        reject(new Error("the connection is lost"));
        return;
      }
      busy(1);
      const id = this.next++;
      this.waiting.set(id, { resolve: resolve as (d: unknown) => void, reject });
      this.send(JSON.stringify({ id, ...q }));
    });
  }
}
