import type { Random } from "./random.ts";

/**
 * Draws as many items as there are, with replacement, each equally likely, and writes how often
 * each was drawn.
 */
export function drawCounts(counts: Uint32Array, source: Random): void {
  const n = counts.length;
  counts.fill(0);
  if (n > 0x10000) {
    for (let k = 0; k < n; k++) counts[source.below(n)]!++;
    return;
  }
  // Two 16-bit draws a word. The upper half of draw × n is the item; rejecting the lowest
  // 2¹⁶ mod n values of the lower half makes it exactly uniform (Lemire, 2019).
  const rejected = 0x10000 % n;
  let left = n;
  while (left > 0) {
    const word = source.bits();
    const one = Math.imul(word & 0xffff, n);
    if ((one & 0xffff) >= rejected) {
      counts[one >>> 16]!++;
      left--;
    }
    const other = Math.imul(word >>> 16, n);
    if (left > 0 && (other & 0xffff) >= rejected) {
      counts[other >>> 16]!++;
      left--;
    }
  }
}
