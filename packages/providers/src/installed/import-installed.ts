import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { OptionError } from "@promptnce/core/errors";

/**
 * The exports of a package installed in `folder`, or of a module there, given by a path that begins
 * with `./`.
 * @param option The option that names the package.
 * @param folder The folder to resolve from.
 * @param before Called once the package is found, before any of its code runs.
 * @throws OptionError where the package is missing or cannot be loaded.
 * @example
 * import { writeFileSync } from "node:fs";
 * writeFileSync("ours.mjs", "export const name = 'ours';");
 * (await importInstalled("./ours.mjs", "packs")).name; // → "ours"
 */
export async function importInstalled(
  name: string,
  option: string,
  folder: string = process.cwd(),
  before?: () => void,
): Promise<Readonly<Record<string, unknown>>> {
  // Loaded lazily, since every command loads this file at its start.
  const { resolve: resolveFrom } = await import("import-meta-resolve");
  let url: string;
  try {
    url = resolveFrom(name, pathToFileURL(join(resolve(folder), "package.json")).href);
  } catch {
    throw new OptionError(
      option,
      `${name} is not installed in this folder or one above it: install it with npm`,
    );
  }
  before?.();
  try {
    return (await import(url)) as Record<string, unknown>;
  } catch (error) {
    throw new OptionError(option, `${name} cannot be loaded: ${(error as Error).message}`);
  }
}
