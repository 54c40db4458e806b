/**
 * The name that somebody most likely meant: the one that the fewest letters differ from, if at most
 * a third of them do. Case and hyphens do not count. `undefined` where none is near.
 */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const plain = (name: string): string => name.toLowerCase().replaceAll("-", "");
  const most = Math.floor(plain(typed).length / 3);
  const [nearest] = names
    .map((name) => ({ name, apart: editDistance(plain(typed), plain(name)) }))
    .filter(({ apart }) => apart <= most)
    .toSorted((a, b) => a.apart - b.apart);
  return nearest?.name;
}

/** The number of letters to add, drop or replace between two words: Levenshtein's distance. */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, replaced));
    }
    above = row;
  }
  return above[b.length]!;
}
