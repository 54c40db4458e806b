/**
 * Some names in a sentence: `anthropic, openai or llama`.
 *
 * @example
 * listText(["anthropic", "openai", "llama"], "or"); // → "anthropic, openai or llama"
 */
export function listText(names: readonly string[], word: "and" | "or"): string {
  const before = names.slice(0, -1).join(", ");
  return [before, names.at(-1) ?? ""].filter((part) => part !== "").join(` ${word} `);
}
