import { useLayoutEffect } from "react";

/**
 * Closes what is open when Escape is pressed. It listens from the moment in which something is drawn: an effect that
 * runs after it would miss a key that comes at once.
 */
export function useEscape(close: () => void): void {
  useLayoutEffect(() => {
    const press = (e: KeyboardEvent) => e.key === "Escape" && close();
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [close]);
}
