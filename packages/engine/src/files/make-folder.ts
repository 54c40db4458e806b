import { accessSync, existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes a folder and those it lies in, and returns the paths of those that it made, outermost first. Node's own
 * `recursive` never comes back where a system denies with ENOENT that a folder can be made, as /proc does.
 *
 * @throws The file system's error, ENOTDIR where a file is in the place of a folder.
 */
export function makeFolder(folder: string): string[] {
  const path = resolve(folder);
  if (existsSync(`${path}/.`)) return [];
  const above = dirname(path) === path ? [] : makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    accessSync(`${path}/.`); // another process may have made it meanwhile
    return above;
  }
  return [...above, path];
}
