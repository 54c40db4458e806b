import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder that goes when the test is over. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptnce-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
