/** A value or text as it is read: no more decimals than anybody looks at. */
export function brief(value: string): string {
  return value.replace(/\d+\.\d{4,}/g, (n) => String(Number(Number(n).toFixed(3))));
}
