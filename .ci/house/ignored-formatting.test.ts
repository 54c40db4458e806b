import { expect, it } from "vitest";
import { faultsWith, type Tree } from "./sound-repository.test.support.ts";

it("allows 20 comments that keep the formatter away, and no more", () => {
  const ignoring = (count: number): Tree => ({
    "docs/tasks.md": `<!-- ${"oxfmt"}-ignore -->\n`,
    "packages/core/perf/main.ts": `// ${"prettier"}-ignore\n`.repeat(count - 1),
  });
  expect(faultsWith(ignoring(20))).toEqual([]);
  expect(faultsWith(ignoring(21))).toEqual([
    "21 comments `prettier-ignore` or `oxfmt-ignore`, of at most 20: let the formatter format docs/tasks.md, packages/core/perf/main.ts.",
  ]);
});
