import { posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { isCode, packageOf, parseJson, type RepositoryFile } from "./repository-file.ts";

/** One file's import of another, both as paths from the root. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** What the import says, as `./pmi.ts` or `@promptnce/core`. */
  readonly specifier: string;
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, string>>;
}

/**
 * Every import among the packages' files: static, re-exported, dynamic of a literal, and of types. What is imported by a
 * package's name is the file that its `exports` point to. Libraries are left out.
 */
export function readImports(files: readonly RepositoryFile[]): Import[] {
  const named = entryPoints(files);
  return files
    .filter(({ path }) => isCode(path))
    .flatMap(({ path: from, text }) =>
      specifiers(from, text).flatMap((specifier) => {
        const relative = specifier.startsWith(".") && posix.join(posix.dirname(from), specifier);
        const to = relative || named.get(specifier);
        return to !== undefined && isCode(to) ? [{ from, to, specifier }] : [];
      }),
    );
}

/** `@promptnce/core` → `packages/core/src/index.ts`, for all that the packages export. */
function entryPoints(files: readonly RepositoryFile[]): Map<string, string> {
  const points = new Map<string, string>();
  for (const file of files) {
    const home = packageOf(file.path);
    if (file.path !== `${home}/package.json`) continue;
    const { name, exports = {} } = parseJson<Manifest>(file);
    for (const [entry, target] of Object.entries(exports))
      points.set(posix.join(name, entry), posix.join(home, target));
  }
  return points;
}

function specifiers(path: string, text: string): string[] {
  const found = new Set<string>();
  const add = (source: { readonly value?: unknown } | null): void => {
    if (typeof source?.value === "string") found.add(source.value);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add("value" in source ? source : null),
    TSImportType: ({ source }) => add(source),
  }).visit(parseSync(path, text).program);
  return [...found];
}
