import type { Import } from "./imports.ts";

// Why not a tool: oxlint's `import/no-cycle` (1.94) sees neither a dynamic import nor `import()`
// within a type, and dependency-cruiser (18.7) sees both but reads no TypeScript from 7 on.

/**
 * Circles of files that import each other, be it by a type or dynamically: a sentence each, which
 * names the files of the shortest way round.
 */
export function circleFaults(imports: readonly Import[]): string[] {
  const imported = new Map<string, string[]>();
  for (const { from, to } of imports) {
    imported.set(from, [...(imported.get(from) ?? []), to]);
  }
  const told = new Set<string>();
  return [...imported.keys()].toSorted().flatMap((start) => {
    if (told.has(start)) return [];
    const circle = shortestCircle(start, imported);
    if (circle === undefined) return [];
    for (const path of circle) {
      told.add(path);
    }
    const way = [...circle, start].join(" → ");
    return [
      `${way} is a circle of imports: move what both need into a file of its own, or hand it over as an argument.`,
    ];
  });
}

/**
 * The files of the shortest way from one back to itself, in its order; undefined where there is
 * none.
 */
function shortestCircle(
  start: string,
  imported: ReadonlyMap<string, readonly string[]>,
): string[] | undefined {
  const ways = new Map<string, readonly string[]>([[start, [start]]]);
  // A map is walked in the order in which it grows.
  for (const [path, way] of ways) {
    for (const next of imported.get(path) ?? []) {
      if (next === start) return [...way];
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return undefined;
}
