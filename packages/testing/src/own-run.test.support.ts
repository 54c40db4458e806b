import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const modules = join(import.meta.dirname, "../node_modules");

/** A module of this folder, as code that imports it writes its path. */
export const here = (name: string): string => JSON.stringify(join(import.meta.dirname, name));

/** Runs Vitest on these test files in a process of its own, with these lines of configuration. */
export function ownRun(
  config: string,
  files: Readonly<Record<string, string>>,
): SpawnSyncReturns<string> {
  // Where vitest is found, which a temporary folder elsewhere would not have.
  const folder = mkdtempSync(join(modules, ".own-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const imports = `import { failedTests } from ${here("failed-tests.test.support.ts")};`;
  const test = `{ include: ["*.test.ts"], exclude: [], ${config} }`;
  writeFileSync(join(folder, "vitest.config.ts"), `${imports}\nexport default { test: ${test} };`);
  for (const [name, code] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.test.ts`), code);
  }
  const args = [join(modules, "vitest/vitest.mjs"), "run", "--root", folder];
  return spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
}
