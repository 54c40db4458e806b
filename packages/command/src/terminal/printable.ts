/** Without control characters: names from a file are anybody's, and a terminal obeys what it is sent. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
