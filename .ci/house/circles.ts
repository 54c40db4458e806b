import type { Import } from "./imports.ts";

/**
 * Circles of files that import each other, types included: for each file the shortest one through it, once, begun at the
 * first of its files by name. Every knot of files shows at least one.
 */
export function circleFaults(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  return [...next.keys()].toSorted().flatMap((start) => {
    const circle = shortestCircle(start, next);
    if (circle === undefined || circle.some((path) => path < start)) return [];
    return `${[...circle, start].join(" → ")} is a circle: move what they share into a file that imports none of them.`;
  });
}

function shortestCircle(start: string, next: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const path of next.get(way.at(-1)!) ?? []) {
      if (path === start) return way;
      if (seen.has(path)) continue;
      seen.add(path);
      ways.push([...way, path]);
    }
  }
  return undefined;
}
