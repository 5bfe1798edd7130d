import { setBreaks, useBreaks } from "../state/breaks";

/** Lets the simulation pause when a step or node of a name begins. */
export function PauseAt({ name }: { name: string }) {
  const breaks = useBreaks();
  const on = breaks.includes(name);
  return (
    <button className={on ? "mini break on" : "mini break"} aria-pressed={on} title="the simulation pauses when it begins" onClick={() => setBreaks(on ? breaks.filter((b) => b !== name) : [...breaks, name])}>
      {on ? "● pauses here" : "○ pause here"}
    </button>
  );
}
