import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { vi } from "vitest";
import { FOLDER_OF_RUN, SHARED } from "./folder-of-run.test.support.ts";
import { TIME_LIMIT_MS } from "./time-limit.test.support.ts";

/** What was made, as JSON keeps it, and the folder in which that was. */
export interface MadeOnce<T> {
  readonly folder: string;
  readonly made: T;
}

/**
 * Has the first test file of a run that needs a folder of this name fill it, while those of other
 * workers wait. All read it, so none may change it.
 *
 * @throws Error with the reason, in all of them, where it cannot be made.
 */
export async function madeOnce<T>(
  name: string,
  make: (folder: string) => Promise<T>,
): Promise<MadeOnce<T>> {
  const folder = join(process.env[FOLDER_OF_RUN]!, SHARED, name);
  const file = `${folder}.json`;
  if (isFirst(folder)) {
    const outcome = await make(folder).then(
      (made) => ({ made }),
      (error: unknown) => ({ error: String(error) }),
    );
    writeFileSync(`${file}.partial`, JSON.stringify(outcome));
    renameSync(`${file}.partial`, file);
  }
  await vi.waitUntil(() => existsSync(file), { timeout: TIME_LIMIT_MS });
  const { made, error } = JSON.parse(readFileSync(file, "utf8")) as { made: T; error?: string };
  if (error !== undefined) throw new Error(`${name} could not be made: ${error}`);
  return { folder, made };
}

function isFirst(folder: string): boolean {
  mkdirSync(dirname(folder), { recursive: true });
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
