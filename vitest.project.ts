import { defineConfig, type ViteUserConfig } from "vitest/config";

/**
 * How the tests of a package are run. One with the tag `full` is slow by nature: `pnpm test` leaves it out, and
 * `pnpm test:full` runs it.
 *
 * @param isolate Whether each file has its modules to itself, as those need that replace a module.
 */
export function testsOf(name: string, { folders = "src", isolate = false } = {}): ViteUserConfig {
  return defineConfig({
    test: {
      name,
      include: [`${folders}/**/*.test.ts`],
      isolate,
      tags: [{ name: "full", timeout: 300_000 }],
      // Some start processes, which takes its time on a busy machine.
      testTimeout: 60_000,
    },
  });
}
