/** How many ids two sequences share from their beginning. */
export function sharedLength(a: readonly number[], b: readonly number[]): number {
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  return shared;
}
