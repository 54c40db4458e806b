import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { catalogue } from "@promptnce/prompts";

/**
 * Fails unless programs in other languages find every template as data in the installed package, as
 * the sources have it now.
 */
export async function checkTemplates(project: string): Promise<void> {
  const { resolve } = createRequire(join(project, "package.json"));
  const installed = await readFile(resolve("@promptnce/prompts/templates.json"), "utf8");
  assert.deepEqual(JSON.parse(installed), JSON.parse(JSON.stringify(catalogue())));
}
