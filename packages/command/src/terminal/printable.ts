/**
 * The text without control characters: names from a file cannot be trusted, and a terminal obeys
 * control characters.
 */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
