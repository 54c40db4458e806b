import { UsageError } from "../errors/usage-error.ts";

/**
 * The package for a team's database. Only users of a shared store install it, so it is loaded on
 * demand.
 *
 * @throws UsageError where the package is not installed.
 */
export async function loadPostgres(): Promise<typeof import("@promptnce/postgres")> {
  try {
    return await import("@promptnce/postgres");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UsageError(
      "--store: a store in PostgreSQL needs the package @promptnce/postgres: install it beside this one with npm install @promptnce/postgres",
    );
  }
}
