import { UsageError } from "../errors/usage-error.ts";

/**
 * The package that speaks to a team's database: only who shares a store installs it, so it is loaded where one is used.
 *
 * @throws UsageError where it is not installed.
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
