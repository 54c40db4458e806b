import { accessSync, existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and its missing parents, and returns the paths of those it created, outermost
 * first. Node's own `recursive` never returns where a system rejects the creation of a folder with
 * ENOENT, as /proc does.
 *
 * @throws The file system's error: ENOTDIR where a file takes the place of a folder.
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
