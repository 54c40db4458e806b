/** A place at which two manifests differ. */
export interface ManifestDifference {
  /** Names and indexes joined by dots. */
  readonly path: string;
  readonly a: string;
  readonly b: string;
}

/** Every value that is not the same in both, or in one only, in the order of the first. */
export function manifestDifferences(a: unknown, b: unknown): ManifestDifference[] {
  const left = new Map(leaves(a, ""));
  const right = new Map(leaves(b, ""));
  const paths = new Set([...left.keys(), ...right.keys()]);
  return [...paths].flatMap((path) => {
    const difference = { path, a: left.get(path) ?? "absent", b: right.get(path) ?? "absent" };
    return difference.a === difference.b ? [] : [difference];
  });
}

function leaves(value: unknown, path: string): [string, string][] {
  if (value === null || typeof value !== "object") return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path ? `${path}.${name}` : name));
}
