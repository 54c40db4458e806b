import { existsSync } from "node:fs";
import { UsageError } from "#command/errors";

/** @throws UsageError for a file that already exists, unless the person says `--force` */
export function refuseOverwriting(path: string, force: true | undefined): void {
  if (!existsSync(path) || force === true) return;
  throw new UsageError(`--study: ${path} already exists; name another file, or add --force`);
}
