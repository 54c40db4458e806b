/** A file of the repository, its path from the root with slashes. */
export interface RepositoryFile {
  readonly path: string;
  readonly text: string;
}

/** Code of a package or an app, wherever it stands there: sources, tests, measurements. */
export function isCode(path: string): boolean {
  return /^(packages|apps)\/.*\.(ts|tsx|js)$/.test(path);
}

/** Code below `src` that is no test and no support of one. */
export function isSource(path: string): boolean {
  return isCode(path) && path.split("/")[2] === "src" && !isTest(path);
}

/** Code that somebody maintains besides tests: of packages, apps and checks, wherever it lies. */
export function isMaintained(path: string): boolean {
  return /^(packages|apps|\.ci)\/.*\.(ts|tsx|js|mjs)$/.test(path) && !isTest(path);
}

/** A test or the support of one. */
export function isTest(path: string): boolean {
  return /\.test(\.support)?\.tsx?$/.test(path);
}

/** The folder of the package or app that a path lies in, as `packages/core`. */
export function packageOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

/** @throws {Error} that names the file, where it is no JSON. */
export function parseJson<T>({ path, text }: RepositoryFile): T {
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new Error(`${path} is no JSON: mend it. ${error instanceof Error ? error.message : ""}`, {
      cause: error,
    });
  }
}
