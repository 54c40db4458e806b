import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** What a run writes of its tables and figures, and nothing that leads out of its folder. */
const ofRun = /^(tables|figures)\/[\w-]+\.(md|csv|tex|svg)$/;

const listed = z.object({ files: z.array(z.string()) });

/**
 * Removes the tables and figures that the manifest in a folder lists and that are not to be kept; gives
 * their names. Whatever else is in the folder stays, and all of it where the manifest lists nothing.
 */
export function removeEarlier(folder: string, kept: readonly string[]): string[] {
  const earlier = listedIn(join(folder, "manifest.json"));
  const stale = earlier.filter((name) => ofRun.test(name) && !kept.includes(name));
  for (const name of stale) rmSync(join(folder, name), { force: true });
  return stale;
}

function listedIn(path: string): string[] {
  try {
    return listed.parse(JSON.parse(readFileSync(path, "utf8"))).files;
  } catch {
    return []; // no run was here, or one that did not list its files
  }
}
