/** Median milliseconds of a call: warmed up first, each measurement long enough for the clock. */
export function milliseconds(task: () => unknown, measurements = 9): number {
  // Half a second lets the engine's compilers settle.
  let calls = 0;
  for (const start = performance.now(); performance.now() - start < 500; calls++) sink.kept = task();
  const repeats = Math.max(1, Math.ceil(calls / 25));
  const times = Array.from({ length: measurements }, () => elapsed(task, repeats) / repeats);
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

function elapsed(task: () => unknown, repeats: number): number {
  const start = performance.now();
  for (let r = 0; r < repeats; r++) sink.kept = task();
  return performance.now() - start;
}

/** Results are kept, so that no call can be optimised away. */
const sink: { kept?: unknown } = {};
