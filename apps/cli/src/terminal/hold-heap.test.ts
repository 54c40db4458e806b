import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { expect, it } from "vitest";

const module = pathToFileURL(join(import.meta.dirname, "hold-heap.ts")).href;

/** The megabytes of the space for young objects in a process that makes a lot of them. */
function youngMegabytes(before: string): number {
  const program = `
    import { getHeapSpaceStatistics } from "node:v8";
    ${before}
    let kept = [];
    for (let turn = 0; turn < 40; turn++) {
      for (let i = 0; i < 100_000; i++) kept.push({ turn, i });
      if (turn % 10 === 9) kept = [];
      await new Promise(setImmediate);
    }
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    console.log(young.space_size / 2 ** 20);
  `;
  const args = ["--input-type=module", "--eval", program];
  return Number(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

it(
  "holds the space for young objects below 32 MB, above which it would grow",
  { tags: "full" },
  () => {
    expect(youngMegabytes("")).toBeGreaterThan(32);
    const hold = `import { holdHeap } from ${JSON.stringify(module)}; holdHeap();`;
    expect(youngMegabytes(hold)).toBeLessThan(32);
  },
);
