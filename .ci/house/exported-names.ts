import { posix } from "node:path";
import { parseSync } from "oxc-parser";
import type { RepositoryFile } from "./repository-file.ts";

/**
 * The names that a module exports: values and types, and what `export *` hands on from another
 * file.
 */
export function exportedNames(path: string, files: readonly RepositoryFile[]): Set<string> {
  const file = files.find((one) => one.path === path);
  if (file === undefined) return new Set();
  const { staticExports } = parseSync(path, file.text).module;
  return new Set(
    staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ exportName, moduleRequest }) => {
        if (exportName.name !== null) return [exportName.name];
        if (moduleRequest === null) return ["default"];
        const from = posix.join(posix.dirname(path), moduleRequest.value);
        return [...exportedNames(from, files)].filter((name) => name !== "default");
      }),
  );
}
