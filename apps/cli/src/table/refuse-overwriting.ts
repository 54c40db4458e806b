import { existsSync } from "node:fs";
import { UsageError } from "#command/errors";

/** @throws UsageError for a file that is there already, unless the person says `--force` */
export function refuseOverwriting(path: string, force: true | undefined): void {
  if (!existsSync(path) || force === true) return;
  throw new UsageError(`--study: ${path} is there already; name another file, or say --force`);
}
