import { expect, it } from "vitest";
import { faultsWith } from "./sound-repository.test.support.ts";

it("allows no comment that keeps the formatter away", () => {
  expect(
    faultsWith({
      "docs/tasks.md": `<!-- ${"oxfmt"}-ignore -->\n`,
      "packages/core/src/numerics/pairs.ts": `// ${"prettier"}-ignore\n`,
    }),
  ).toEqual([
    "docs/tasks.md keeps the formatter away: let it format the whole file.",
    "packages/core/src/numerics/pairs.ts keeps the formatter away: let it format the whole file.",
  ]);
});
