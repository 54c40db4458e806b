import { writeFile } from "node:fs/promises";
import { UsageError } from "@promptnce/providers/choose";
import { checkPlace, makePlace, unwritable } from "./output-place.ts";

/**
 * Makes sure, before anything is asked, that a page can be written there.
 *
 * @throws UsageError for standard output, DataError where it cannot be written.
 */
export function checkReportFile(path: string, option = "--report"): void {
  if (path === "-")
    throw new UsageError(`${option}: a page goes to a file; name one, as page.html`);
  checkPlace(path, `with ${option}`);
}

/** Writes the page, and makes its folders. @throws DataError where it cannot be. */
export async function writeReportFile(
  path: string,
  html: string,
  option = "--report",
): Promise<void> {
  makePlace(path, `with ${option}`);
  await writeFile(path, html).catch((error: unknown) => {
    throw unwritable(path, error, `with ${option}`);
  });
}
