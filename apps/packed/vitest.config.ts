import { defineConfig } from "vitest/config";

export default defineConfig({ test: { name: "packed", include: ["src/**/*.test.ts"] } });
