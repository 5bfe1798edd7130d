/** What happens on a line to the studio. */
export interface Ends {
  open(send: (text: string) => void): void;
  message(data: string | ArrayBuffer): void;
  /** The line is lost. With a reason, it cannot be made again. */
  close(why?: string): void;
}

/** Makes a line to the studio. */
export type Connect = (to: Ends) => void;
