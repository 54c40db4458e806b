/** A sentence for people: the simulated server answered in the names of these models. */
export function rehearsedText(models: readonly string[]): string {
  return `The answers of ${models.join(", ")} are those of promptnce's simulated server, not of a language model.`;
}
