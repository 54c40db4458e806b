import { expect, it } from "vitest";
import { serialQueue } from "./serial-queue.ts";

it("runs one task at a time, in order, and goes on after one that fails", async () => {
  const run = serialQueue();
  const seen: string[] = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      seen.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const [a, b, c] = await Promise.allSettled([
    run(task("a")),
    run(task("b", true)),
    run(task("c")),
  ]);
  expect([a.status, b.status, c.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(seen).toEqual(["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

it("does not begin a task that is aborted while it waits", async () => {
  const run = serialQueue();
  const reason = new Error("stopped");
  let begun = false;
  const controller = new AbortController();
  const first = run(() => Promise.resolve(controller.abort(reason)));
  const second = run(async () => {
    begun = true;
  }, controller.signal);
  await first;
  await expect(second).rejects.toBe(reason);
  expect(begun).toBe(false);
});
