import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Under which name the folder of a run of tests stands in the environment. */
export const FOLDER_OF_RUN = "PROMPTNCE_TEST_RUN";

/**
 * What vitest calls before a run of tests, once a project: makes a folder in the system's temporary one for what all tests
 * of the run share, names it in the environment, and gives what removes it after the run.
 */
export default function setup(): (() => void) | undefined {
  if (process.env[FOLDER_OF_RUN] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "promptnce-run-"));
  // A server of a superuser's run is another user's.
  chmodSync(folder, 0o711);
  process.env[FOLDER_OF_RUN] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
