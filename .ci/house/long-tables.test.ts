import { expect, it } from "vitest";
import { faultsWith } from "./sound-repository.test.support.ts";

const table = (rows: number): string => `| a |\n| - |\n${"| b |\n".repeat(rows)}`;

it("allows tables of 30 rows in documents, and no longer ones", () => {
  expect(faultsWith({ "docs/record.md": `# Record\n\n${table(30)}\n${table(30)}` })).toEqual([]);
  expect(
    faultsWith({ "docs/record.md": `# Record\n\n${table(31)}`, "apps/cli/README.md": table(40) }),
  ).toEqual([
    "docs/record.md:3 has a table of 31 rows, of at most 30: put it into a CSV file and keep the rows that matter.",
    "apps/cli/README.md:1 has a table of 40 rows, of at most 30: put it into a CSV file and keep the rows that matter.",
  ]);
});

it("leaves Markdown that is no document alone", () => {
  expect(faultsWith({ "packages/core/CHANGELOG.md": table(31) })).toEqual([]);
});
