import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { columnsOf, ownColumns } from "./result-columns.ts";

it("every column of a result is in the table of the command's README", () => {
  const readme = readFileSync(new URL("../../../../apps/cli/README.md", import.meta.url), "utf8");
  const [table = ""] = /^\| column .*?\n\n/ms.exec(readme) ?? [];
  expect([...ownColumns].filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

it("has the two terms of a method that scores texts only where one does", () => {
  const terms = ["log_conditional", "log_marginal"];
  const named = (scored: boolean) => columnsOf({ scored }).map(({ name }) => name);
  expect(named(true)).toEqual(expect.arrayContaining(terms));
  expect(named(false).filter((name) => terms.includes(name))).toEqual([]);
});
