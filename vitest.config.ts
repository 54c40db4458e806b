import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { failedTests } from "./packages/testing/src/failed-tests.test.support.ts";
import { TIME_LIMIT_MS } from "./packages/testing/src/time-limit.test.support.ts";

const folders = [...globSync("{packages,apps}/*", { cwd: import.meta.dirname }), ".ci/house"];
const testsOf = (folder: string) => `${folder}/**/*.test.ts`;
const named = folders.map((folder) => ({
  extends: true as const,
  test: { name: basename(folder), include: [testsOf(folder)] },
}));

export default defineConfig({
  test: {
    // Packages are projects where `--project` names one. All are one, so that each worker loads once
    // what they share, and not each worker of each project.
    ...(process.argv.some((argument) => argument.startsWith("--project"))
      ? { projects: named }
      : { include: folders.map(testsOf) }),
    isolate: false,
    // What was transformed once is read by later runs.
    fsModuleCache: true,
    setupFiles: [
      // Tells in the message of a failing test what programs said last.
      "packages/testing/src/programs.test.support.ts",
      // What a file replaced is there again for the next of its worker.
      "packages/testing/src/replaced.test.support.ts",
    ],
    globalSetup: ["packages/testing/src/folder-of-run.test.support.ts"],
    // The names of failed tests are the last lines, which a log keeps.
    reporters: [...configDefaults.reporters, failedTests],
    // Two more than there are cores: many tests wait for a database, a browser or a process.
    maxWorkers: availableParallelism() + 2,
    // What is slow by nature: `pnpm test` leaves it out, and `pnpm test:full` runs it.
    tags: [{ name: "full" }],
    testTimeout: TIME_LIMIT_MS,
    hookTimeout: TIME_LIMIT_MS,
    expect: { poll: { timeout: TIME_LIMIT_MS, interval: 20 } },
    // A snapshot that is missing is a mistake.
    update: "none",
  },
});
