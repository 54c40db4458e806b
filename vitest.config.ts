import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { projects: ["packages/*", "apps/*", ".ci/house"], maxWorkers: "100%", update: "none" },
});
