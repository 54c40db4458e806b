import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ownColumns } from "./result-columns.ts";

it("every column of a result is in the table of the command's README", () => {
  const readme = readFileSync(new URL("../../../../apps/cli/README.md", import.meta.url), "utf8");
  const [table = ""] = /^\| column .*?\n\n/ms.exec(readme) ?? [];
  expect([...ownColumns].filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
