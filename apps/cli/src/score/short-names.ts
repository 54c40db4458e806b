const READABLE = 24;
const SHORTEST = 8;

/**
 * Names that fit a table: as they are where none is longer than 24 characters, else all cut to the
 * shortest beginning, of 8 characters or more, that still tells them apart. Students are often named
 * by a checksum.
 */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(names)];
  const longest = Math.max(0, ...all.map((name) => name.length));
  if (longest <= READABLE) return new Map(all.map((name) => [name, name]));
  let length = SHORTEST;
  while (new Set(all.map((name) => name.slice(0, length))).size < all.length) length++;
  return new Map(all.map((name) => [name, name.length > length ? `${name.slice(0, length)}…` : name])); // prettier-ignore
}
