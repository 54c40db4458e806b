import { defineConfig } from "vitest/config";

// Each test starts processes, which takes its time on a busy machine.
const testTimeout = 60_000;

export default defineConfig({
  test: { name: "cli", include: ["{src,packed}/**/*.test.ts"], testTimeout, isolate: false },
});
