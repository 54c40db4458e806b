/** A count for people: 1,143. */
export function countText(count: number): string {
  return count.toLocaleString("en");
}
