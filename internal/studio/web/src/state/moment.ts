import { useAddress } from "./address";
import { useStudio } from "./studio";

/** The moment that is looked at: tick for questions (undefined: now), and a version that changes whenever the answer may. */
export function useMoment(): { tick?: number; shown: number; version: string; seconds: number } {
  const { frame } = useStudio();
  const { tick } = useAddress();
  const now = frame?.tick ?? 0;
  const shown = tick ?? now;
  return { tick, shown, version: `${frame?.run ?? 0}/${tick === undefined ? now : "past"}`, seconds: shown / (frame?.tps ?? 10) };
}

/** The moment after a tick as it is written everywhere: "12.3s". What happens in a tick is there at that moment. */
export function seconds(tick: number, tps: number): string {
  return `${(tick / tps).toFixed(1)}s`;
}
