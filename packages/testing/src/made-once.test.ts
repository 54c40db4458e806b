import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { madeOnce } from "./made-once.test.support.ts";

it("what several tests need is made by the first, and read by those that come meanwhile or later", async () => {
  const make = vi.fn<(folder: string) => Promise<{ code: number }>>(async (folder) => {
    writeFileSync(join(folder, "a"), "text");
    return { code: 0 };
  });
  const [one, two] = await Promise.all([madeOnce("test/one", make), madeOnce("test/one", make)]);
  expect([one.made, two.made, (await madeOnce("test/one", make)).made]).toEqual([
    { code: 0 },
    { code: 0 },
    { code: 0 },
  ]);
  expect(make).toHaveBeenCalledTimes(1);
  expect(readFileSync(join(two.folder, "a"), "utf8")).toBe("text");
});

it("all are told why it could not be made", async () => {
  const make = () => Promise.reject(new Error("no room"));
  for (const _ of [1, 2]) {
    await expect(madeOnce("test/none", make)).rejects.toThrow(
      "test/none could not be made: Error: no room",
    );
  }
});
