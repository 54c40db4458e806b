/** What two texts share that count as one: they differ in case or outer space at most. */
export function textForm(code: string): string {
  return code.trim().toLowerCase();
}
