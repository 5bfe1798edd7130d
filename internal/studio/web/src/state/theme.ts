export type Theme = "dark" | "light";

const key = "karakuri.theme";

/** The theme that was chosen last, else that of the system. */
export function theme(): Theme {
  const chosen = localStorage.getItem(key);
  if (chosen === "dark" || chosen === "light") return chosen;
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

export function applyTheme() {
  known.clear();
  document.documentElement.dataset.theme = theme();
}

export function toggleTheme() {
  localStorage.setItem(key, theme() === "dark" ? "light" : "dark");
  applyTheme();
  window.dispatchEvent(new Event("theme"));
}

const known = new Map<string, string>();

/** A colour of the theme, for the canvas, which styles do not reach. */
export function colour(name: string): string {
  let value = known.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    known.set(name, value);
  }
  return value;
}
