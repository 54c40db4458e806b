/**
 * A whole number for people: `1,143`. `toLocaleString("en")` gives the same, but loads `Intl`,
 * which takes longer than many a short command.
 */
export function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}
