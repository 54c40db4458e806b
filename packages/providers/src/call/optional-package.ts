import { wrongRequest } from "../errors/errors.ts";

/**
 * What gives a package that those install who need it, or throws a ProviderError that says how. Awaited where a module
 * begins, so that what needs it can stay synchronous: it is missed when it is asked for, not when it is imported.
 *
 * @param name As npm is to install it.
 * @param use What it does, behind "which".
 */
export async function optionalPackage<T>(
  name: string,
  use: string,
  load: () => Promise<T>,
): Promise<() => T> {
  try {
    const loaded = await load();
    return () => loaded;
  } catch (error) {
    const reason = (error as Error).message.replace(/ imported from .*/s, "");
    return () => {
      throw wrongRequest(
        `The package ${name}, which ${use}, cannot be loaded (${reason}): install it with npm install ${name}.`,
      );
    };
  }
}
