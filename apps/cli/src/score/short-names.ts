const READABLE = 24;
const SHORTEST = 8;

/** Splits text into graphemes, the units that a reader sees as one letter. */
const segmenter = new Intl.Segmenter("en");

/**
 * Names that fit a table, as students are often named by a checksum: up to 24 characters as they are; longer ones cut
 * to the shortest beginning, of 8 or more, that still tells all apart.
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
