import { defineConfig, type ViteUserConfigFnObject } from "vitest/config";

/**
 * The tests of a package. What is slow by nature stands in `*.full.test.ts`: `--mode full` runs those, and
 * without it all others are run.
 *
 * @param isolate Whether each file has its modules to itself, as those need that replace a module.
 */
export function testsOf(name: string, { folders = "src", isolate = false } = {}): ViteUserConfigFnObject {
  return defineConfig(({ mode }) => ({
    test: {
      name,
      include: [`${folders}/**/*${mode === "full" ? ".full" : ""}.test.ts`],
      exclude: mode === "full" ? [] : ["**/*.full.test.ts"],
      isolate,
      // Some start processes, which takes its time on a busy machine.
      testTimeout: 60_000,
    },
  }));
}
