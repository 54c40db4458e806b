import { expect, it, vi } from "vitest";
import { once } from "./once.ts";

it("makes a value with the first call, and only then", async () => {
  const make = vi.fn<() => Promise<object>>(async () => ({}));
  const made = once(make);
  expect(make).not.toHaveBeenCalled();
  expect(await made()).toBe(await made());
  expect(make).toHaveBeenCalledOnce();
});
