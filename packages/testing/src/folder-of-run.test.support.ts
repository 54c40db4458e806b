import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The environment variable with the folder of a test run. */
export const FOLDER_OF_RUN = "PROMPTNCE_TEST_RUN";

/**
 * Global setup, which vitest calls once for each project before a test run. It makes a temporary
 * folder for files that all tests of the run share, and names it in the environment. Returns a
 * function that removes it after the run.
 */
export default function setup(): (() => void) | undefined {
  if (process.env[FOLDER_OF_RUN] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "promptnce-run-"));
  // In a run as root, the database server belongs to another user.
  chmodSync(folder, 0o711);
  process.env[FOLDER_OF_RUN] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
