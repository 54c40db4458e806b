import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new empty folder, which is removed when the current test ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
