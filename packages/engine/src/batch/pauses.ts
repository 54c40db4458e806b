/**
 * Pauses between two polls of the vendor, in milliseconds, without end: each 1.5 times the last, up
 * to two minutes.
 */
export function* pauses(): Generator<number, never> {
  for (let ms = 1000; ; ms = Math.min(120_000, 1.5 * ms)) {
    yield ms;
  }
}
