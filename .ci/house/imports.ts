import { posix } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { isCode, isSource, packageOf, parseJson, type RepositoryFile } from "./repository-file.ts";

/** One file's import of another, both as paths from the root. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** What the import says, as `./pmi.ts` or `@promptnce/core`. */
  readonly specifier: string;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, string>>;
  /** Names of its own for what it imports, as `#report`. */
  readonly imports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Every import among the packages' files: static, re-exported, dynamic of a literal, and of types.
 * What is imported by a package's name, or by a name of the importer's own for it, is the file that
 * its `exports` point to. Libraries are left out.
 */
export function readImports(files: readonly RepositoryFile[]): Import[] {
  const manifests = manifestsOf(files);
  const named = entryPoints(manifests);
  return files
    .filter(({ path }) => isCode(path))
    .flatMap(({ path: from, text }) =>
      specifiers(from, text).flatMap((written) => {
        const specifier = manifests.get(packageOf(from))?.imports?.[written] ?? written;
        const relative = specifier.startsWith(".") && posix.join(posix.dirname(from), specifier);
        const to = relative || named.get(specifier);
        return to !== undefined && isCode(to) ? [{ from, to, specifier }] : [];
      }),
    );
}

/** By the folders of the packages and apps. */
export function manifestsOf(files: readonly RepositoryFile[]): Map<string, Manifest> {
  const found = files.filter(({ path }) => path === `${packageOf(path)}/package.json`);
  return new Map(found.map((file) => [packageOf(file.path), parseJson<Manifest>(file)]));
}

/** The sources of the packages that are published. */
export function librarySources(files: readonly RepositoryFile[]): RepositoryFile[] {
  const manifests = manifestsOf(files);
  return files.filter(({ path }) => {
    const isPrivate = manifests.get(packageOf(path))?.private === true;
    return path.startsWith("packages/") && isSource(path) && !isPrivate;
  });
}

/** `@promptnce/core` → `packages/core/src/index.ts`, for all that the packages export. */
function entryPoints(manifests: ReadonlyMap<string, Manifest>): Map<string, string> {
  const points = new Map<string, string>();
  for (const [home, { name, exports = {} }] of manifests) {
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
