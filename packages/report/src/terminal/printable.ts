/**
 * The text with a blank for each control character: names from a file are anybody's, and a terminal
 * obeys what it is sent.
 */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
