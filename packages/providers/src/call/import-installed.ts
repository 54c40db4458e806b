import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { OptionError } from "@promptnce/core/errors";

/**
 * What a package exports that is installed where a program is run, or a module there by its path, `./` before it.
 * @param option The option that names it.
 * @param folder Where it is looked for.
 * @param before Called once it is found, before any of its code runs.
 * @throws OptionError where it is not there or cannot be loaded.
 */
export async function importInstalled(
  name: string,
  option: string,
  folder: string = process.cwd(),
  before?: () => void,
): Promise<Readonly<Record<string, unknown>>> {
  // Loaded here, since every command loads this file at its start.
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
