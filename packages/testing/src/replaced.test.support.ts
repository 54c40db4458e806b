import { afterAll, vi } from "vitest";

/**
 * Puts back what tests have replaced in their process, whatever they forgot: files of a worker share
 * it. Vitest itself restores mocks.
 */
afterAll(() => {
  vi.useRealTimers().unstubAllEnvs().unstubAllGlobals();
});
