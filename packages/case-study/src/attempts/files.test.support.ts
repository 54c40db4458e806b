import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";

/** A new folder with these files, which goes when the test is over. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
