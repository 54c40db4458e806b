import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import { TIME_LIMIT_MS } from "./packages/testing/src/time-limit.test.support.ts";

const folders = [...globSync("{packages,apps}/*", { cwd: import.meta.dirname }), ".ci/house"];

export default defineConfig({
  test: {
    projects: folders.map((folder) => ({
      extends: true,
      test: {
        name: basename(folder),
        include: [`${folder}/**/*.test.ts`],
        isolate: false,
      },
    })),
    // Tells in the message of a failing test what programs said last.
    setupFiles: ["packages/testing/src/programs.test.support.ts"],
    globalSetup: ["packages/testing/src/folder-of-run.test.support.ts"],
    // One more than there are cores: many tests wait for a database, a browser or a process.
    maxWorkers: availableParallelism() + 1,
    // What is slow by nature: `pnpm test` leaves it out, and `pnpm test:full` runs it.
    tags: [{ name: "full" }],
    testTimeout: TIME_LIMIT_MS,
    hookTimeout: TIME_LIMIT_MS,
    expect: { poll: { timeout: TIME_LIMIT_MS, interval: 20 } },
    // A snapshot that is missing is a mistake.
    update: "none",
  },
});
