import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Two halves of 8 MB. */
const YOUNG_BYTES = 16 * 2 ** 20;

/**
 * Keeps the V8 heap of this process small, which would grow to several times the used size on a
 * machine with much memory. The space for young objects stays at two halves of 8 MB, because rows are
 * discarded once written, and the rest is collected after growing by half. A million rows then take
 * about 150 MB less in about the same time.
 *
 * It takes effect once that space has grown so far: in a smaller one a short run collects twice as
 * often. Until then no flag is set, since Node compiles its own modules anew once one is. The program
 * itself calls it, since the flags would slow down a process that runs the command many times.
 */
export function holdHeap(): void {
  const observer = new PerformanceObserver(() => {
    if (youngBytes() < YOUNG_BYTES) return;
    observer.disconnect();
    setFlagsFromString("--semi-space-growth-factor=1");
    setFlagsFromString("--heap-growing-percent=50");
  });
  observer.observe({ entryTypes: ["gc"] });
}

function youngBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  return space?.space_size ?? 0;
}
