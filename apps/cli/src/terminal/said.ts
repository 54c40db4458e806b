/** What of it is to be said: what is `false` or absent is left out. */
export function said(...all: readonly (string | false | undefined)[]): string[] {
  return all.filter((sentence) => typeof sentence === "string");
}
