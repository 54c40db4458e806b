import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { name: "rows", include: ["src/**/*.test.ts"], testTimeout: 60_000, isolate: false },
});
