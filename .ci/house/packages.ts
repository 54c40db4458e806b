import { type Import, manifestsOf } from "./imports.ts";
import { isCode, isSource, packageOf, type RepositoryFile } from "./repository-file.ts";
import { readTable, tableFaults, type Table } from "./table.ts";

const TABLE = ".ci/house/packages.json";

/** The packages and apps, as `packages/core`, lowest first. */
export function packageTable(files: readonly RepositoryFile[]): Table {
  const file = files.find(({ path }) => path === TABLE);
  if (file === undefined)
    throw new Error(`${TABLE} is missing: it says which package may use which.`);
  return readTable(file);
}

/**
 * Where packages and apps import each other otherwise than their table, their manifests and their
 * entry points say.
 */
export function packageFaults(
  files: readonly RepositoryFile[],
  imports: readonly Import[],
): string[] {
  const table = packageTable(files);
  const across = imports.filter(({ from, to }) => packageOf(from) !== packageOf(to));
  const { apps = [], packages = [] } = Object.groupBy(across, ({ to }) =>
    to.startsWith("apps/") ? "apps" : "packages",
  );
  const manifests = manifestsOf(files);
  const paths = files.map(({ path }) => path).filter(isCode);
  return [
    ...tableFaults(table, { paths, imports: packages, roomOf: packageOf }),
    ...apps.map(
      ({ from, to }) =>
        `${from} imports ${to}, of an app, which nothing may: move what both need into a package.`,
    ),
    ...packages.flatMap((one) => [...relative(one), ...undeclared(one, manifests)]),
  ];
}

function relative({ from, to, specifier }: Import): string[] {
  if (!specifier.startsWith(".")) return [];
  return [
    `${from} reaches into ${packageOf(to)} by ${specifier}: import it by the package's name.`,
  ];
}

/**
 * A source needs a dependency for those who install it, unless that is private and bundled; a test
 * or a measurement may have it from `devDependencies`.
 */
function undeclared({ from, to }: Import, manifests: ReturnType<typeof manifestsOf>): string[] {
  const { dependencies, devDependencies, peerDependencies } = manifests.get(packageOf(from)) ?? {};
  const { name = packageOf(to), private: isPrivate = false } = manifests.get(packageOf(to)) ?? {};
  const declared = {
    ...dependencies,
    ...peerDependencies,
    ...((isPrivate || !isSource(from)) && devDependencies),
  };
  if (name in declared) return [];
  return [
    `${from} imports ${name}, which ${packageOf(from)}/package.json does not declare: add it to its dependencies.`,
  ];
}
