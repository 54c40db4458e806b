/**
 * A sentence for people: the simulated server answered in the names of these models.
 *
 * @example
 * rehearsedText(["gpt-5"]).startsWith(
 *   "The answers of gpt-5 are those of promptnce's simulated server",
 * ); // → true
 */
export function rehearsedText(models: readonly string[]): string {
  return `The answers of ${models.join(", ")} are those of promptnce's simulated server, not of a language model.`;
}
