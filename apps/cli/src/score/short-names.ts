const READABLE = 24;
const SHORTEST = 8;

/** Splits text into graphemes, the units that a reader sees as one letter. */
const segmenter = new Intl.Segmenter("en");

/**
 * Names that fit a table, because students are often named by a checksum. Names up to 24 characters
 * stay as they are. Longer ones are cut to the shortest prefix of at least 8 that is still unique.
 */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  const all = new Map(
    names.map((name) => [name, Array.from(segmenter.segment(name), ({ segment }) => segment)]),
  );
  const cut = (length: number): Map<string, string> => {
    const isLong = (letters: readonly string[]): boolean =>
      letters.length > Math.max(READABLE, length);
    const short = (letters: readonly string[]): string => `${letters.slice(0, length).join("")}…`;
    return new Map(
      Array.from(all, ([name, letters]) => [name, isLong(letters) ? short(letters) : name]),
    );
  };
  let length = SHORTEST;
  while (new Set(cut(length).values()).size < all.size) {
    length++;
  }
  return cut(length);
}
