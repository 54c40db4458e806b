import { wrongRequest } from "../errors/errors.ts";

/**
 * A function that returns an optional package, or throws a ProviderError that says how to install
 * it. Awaited at the top of a module, so that code using the package stays synchronous: a missing
 * package is reported on use, not on import.
 *
 * @param name The package as npm installs it.
 * @param use What the package does, to follow "which".
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
