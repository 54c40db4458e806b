/** The required fields of an installed package.json. */
export interface Installed {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** A program that imports every entry point of the packages and fails if one exports nothing. */
export function importAll(packages: readonly Installed[]): string {
  const specifiers = packages.flatMap(({ name, exports }) => {
    return Object.keys(exports).map((path) => `${name}${path.slice(1)}`);
  });
  const imports = specifiers.map((specifier, i) =>
    specifier.endsWith(".json")
      ? `import m${i} from "${specifier}" with { type: "json" };`
      : `import * as m${i} from "${specifier}";`,
  );
  const list = specifiers.map((specifier, i) => `  ["${specifier}", m${i}],`);
  return [
    ...imports,
    "const entryPoints: [string, object][] = [",
    ...list,
    "];",
    "for (const [name, entry] of entryPoints) {",
    "  if (Object.keys(entry).length === 0) throw new Error(`${name} exports nothing`);",
    "}",
    `console.log("${specifiers.length} entry points");`,
    "",
  ].join("\n");
}
