import { describe, expect, it } from "vitest";
import { faultsWith } from "./sound-repository.test.support.ts";

const PATH = "packages/core/src/numerics/ties.test.ts";
const faultsOf = (text: string): string[] => faultsWith({ [PATH]: text });

describe("a fixed wait in a test", () => {
  it.each([
    "await new Promise((resolve) => setTimeout(resolve, 20));",
    "await sleep(2 * pause);",
    "await delay(5, undefined);",
    'import { setTimeout as wait } from "node:timers/promises";',
    "setTimeout(() => controller.abort(), 1_000);",
  ])("is a fault: %s", (statement) => {
    expect(faultsOf(`\n${statement}\n`)).toEqual([
      `${PATH}:2 has a fixed wait: wait for what is to happen, poll it with \`expect.poll\`, or freeze the clock with \`vi.useFakeTimers\`.`,
    ]);
  });

  it("is none where the clock is frozen, outside tests, and where a timer is only named", () => {
    const waits = "setTimeout(() => stop(), 20);\n";
    expect(faultsOf(`vi.useFakeTimers();\n${waits}`)).toEqual([]);
    expect(faultsWith({ "packages/core/src/numerics/ties.ts": waits })).toEqual([]);
    expect(faultsOf('vi.spyOn(globalThis, "setTimeout");\n')).toEqual([]);
  });
});

describe("a time limit of its own", () => {
  it.each([
    'it("ends", async () => {}, 60_000);',
    'it("ends", { tags: "full", timeout: 9 }, async () => {});',
    'it.each([1, 2])("ends", () => {}, 5000);',
    'describe.skipIf(true)("it", { timeout: LONG }, () => {});',
    "beforeAll(async () => {}, 120_000);",
    "await expect.poll(() => seen, { timeout: 20_000 }).toBe(1);",
    "await vi.waitFor(() => seen, 100);",
  ])("is a fault: %s", (statement) => {
    expect(faultsOf(`vi.useFakeTimers();\n${statement}\n`)).toEqual([
      `${PATH}:2 has a time limit of its own: leave it out, since all tests have the one of packages/testing/src/time-limit.test.support.ts.`,
    ]);
  });

  it("is none as an option of what is tested", () => {
    expect(faultsOf("vendor({ timeout: 20, timeoutMs: 30 });\n")).toEqual([]);
    expect(faultsOf('it("ends", { tags: "full" }, () => {});\n')).toEqual([]);
    expect(faultsOf("await expect.poll(() => seen, { interval: 5 }).toBe(1);\n")).toEqual([]);
    expect(faultsOf("await vi.waitUntil(seen, { timeout: TIME_LIMIT_MS });\n")).toEqual([]);
  });
});
