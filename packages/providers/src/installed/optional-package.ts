import { wrongRequest } from "../errors/errors.ts";
import { once } from "./once.ts";

/** A package that a program may have installed. It is loaded with its first use. */
export interface OptionalPackage<T> {
  /** @throws ProviderError that says how to install the package, where it is missing. */
  check(): void;
  /** The package; rejects with the same error where it cannot be loaded. */
  load(): Promise<T>;
}

/**
 * An optional package. A missing one is reported by `check`, without loading one that is there: a
 * vendor's SDK takes longer to load than many a run whose answers are all in the store.
 *
 * @param name The package as npm installs it: `openai@7`.
 * @param use What the package does, to follow "which".
 */
export async function optionalPackage<T>(
  name: string,
  use: string,
  load: () => Promise<T>,
): Promise<OptionalPackage<T>> {
  const loadOnce = once(() =>
    load().catch((error: unknown) => {
      const reason = (error as Error).message.replace(/ imported from .*/s, "");
      throw wrongRequest(
        `The package ${name}, which ${use}, cannot be loaded (${reason}): install it with npm install ${name}.`,
      );
    }),
  );
  let missing: unknown;
  // What is not found may still be part of a bundle.
  if (!isInstalled(name.replace(/(?<=.)@.*/, ""))) {
    await loadOnce().catch((error: unknown) => {
      missing = error;
    });
  }
  return {
    check() {
      if (missing !== undefined) throw missing;
    },
    load: loadOnce,
  };
}

/** Whether a package is found from here, without loading it. */
function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}
