import { expect, it } from "vitest";
import { prefixFor, prefixIn } from "./column-prefix.ts";
import { ownColumns } from "./result-columns.ts";

it("all names of ours get promptnce_ before them where one of theirs is one of ours, as often as is needed", () => {
  for (const [theirs, prefix] of [
    [["message", "queue"], ""],
    [["message", "status"], "promptnce_"],
    [["count", "promptnce_pmi"], "promptnce_promptnce_"],
    [["promptnce_x_columns"], "promptnce_promptnce_"],
    [["promptnce_pmi", "Status"], "promptnce_promptnce_"],
    [["promptnce_promptnce_x_columns"], "promptnce_promptnce_promptnce_"],
    [["promptnce_", "Status", "x"], ""],
  ] as const) {
    expect([theirs, prefixFor(theirs, ownColumns)]).toEqual([theirs, prefix]);
    expect(prefixIn([...theirs, ...[...ownColumns].map((name) => prefix + name)])).toBe(prefix);
  }
});
