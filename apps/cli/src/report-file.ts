import { constants, existsSync } from "node:fs";
import { access, open, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { UsageError } from "@promptnce/providers/choose";
import { DataError } from "./data-error.ts";

/**
 * Makes sure, before anything is asked, that a page can be written there.
 *
 * @throws UsageError for standard output, DataError where it cannot be written.
 */
export async function checkReportFile(path: string, option = "--report"): Promise<void> {
  if (path === "-")
    throw new UsageError(`${option}: a page goes to a file; name one, as page.html`);
  try {
    // With the dot a file in the place of the folder is found out too.
    await access(`${dirname(resolve(path))}/.`, constants.W_OK);
    await using _ = await open(path, "r+");
  } catch (error) {
    const unmade = (error as NodeJS.ErrnoException).code === "ENOENT" && existsSync(dirname(resolve(path))); // prettier-ignore
    if (!unmade) throw unwritable(path, error, option);
  }
}

/** Writes the page. @throws DataError where it cannot be. */
export async function writeReportFile(
  path: string,
  html: string,
  option = "--report",
): Promise<void> {
  await writeFile(path, html).catch((error: unknown) => {
    throw unwritable(path, error, option);
  });
}

function unwritable(path: string, error: unknown, option: string): DataError {
  const { code } = error as NodeJS.ErrnoException;
  return new DataError(
    `${path} cannot be written to (${code}): make its folder and allow writing there, or name another file with ${option}.`,
  );
}
