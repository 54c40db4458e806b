import { delay } from "../call/delay.ts";

/** What waits until somebody rings, or for so long. A ring while nobody waits ends the next wait at once. */
export function newAlarm() {
  let rung = new AbortController();
  return {
    ring: (): void => rung.abort(),
    wait: async (ms: number): Promise<void> => {
      await delay(ms, rung.signal).catch(() => {});
      rung = new AbortController();
    },
  };
}
