/** The sentences that are present, without `false` and `undefined`. */
export function said(...all: readonly (string | false | undefined)[]): string[] {
  return all.filter((sentence) => typeof sentence === "string");
}
