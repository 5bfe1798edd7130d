import { useState } from "react";

const key = "karakuri.folded";

function read(): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, boolean>;
  } catch {
    return {};
  }
}

/** Whether a section is open. This browser remembers it. */
export function useFold(id: string, usual: boolean): [open: boolean, toggle: () => void] {
  const [open, setOpen] = useState(() => read()[id] ?? usual);
  const toggle = () => {
    const next = !open;
    setOpen(next);
    try {
      localStorage.setItem(key, JSON.stringify({ ...read(), [id]: next }));
    } catch {
      // it is remembered no longer than the page is open
    }
  };
  return [open, toggle];
}
