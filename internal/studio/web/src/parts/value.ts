/** A value or text as it is read: no more decimals than anybody looks at, and steps that count from 1 as they do everywhere on the page. */
export function brief(value: string): string {
  return value.replace(/\d+\.\d{4,}/g, (n) => String(Number(Number(n).toFixed(3)))).replace(/\bset by step (\d+)/g, (_, n: string) => `set by step ${Number(n) + 1}`);
}
