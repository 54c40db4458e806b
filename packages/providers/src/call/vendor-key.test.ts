import { afterEach, expect, it, vi } from "vitest";
import { keyFrom } from "./vendor-key.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

it("takes the given key, even an empty one, before the environment's", () => {
  vi.stubEnv("A_KEY", "of the environment");
  expect(keyFrom("given", "A_KEY")).toBe("given");
  expect(keyFrom("", "A_KEY")).toBe("");
});

it("takes the first variable that holds more than spaces, without those around it", () => {
  vi.stubEnv("A_KEY", "  ");
  vi.stubEnv("A_TOKEN", " token\n");
  expect(keyFrom(undefined, "A_KEY", "A_TOKEN")).toBe("token");
});

it("is undefined where there is none", () => {
  vi.stubEnv("A_KEY", undefined);
  expect(keyFrom(undefined, "A_KEY")).toBeUndefined();
});
