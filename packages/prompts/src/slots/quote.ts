const longest = 60;

/**
 * The text in quotes for a sentence, with unusual characters escaped, and truncated if it is long.
 */
export function quote(text: string): string {
  return JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text);
}
