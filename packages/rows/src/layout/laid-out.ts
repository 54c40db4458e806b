import type { FileRecord } from "../formats/records.ts";
import type { RowTable } from "../input/table.ts";
import type { NamedLayout } from "./named-layout.ts";
import { recordsOfVotes, votesOf } from "./votes.ts";

/** How the records of a table become answers. */
export interface Layout extends NamedLayout {
  /** The name of the label's column in the laid-out table. */
  readonly y: string;
}

/**
 * The table with a record for each label that its records hold, read anew at each call. Each says
 * how many people gave its label, and has the cells of the file's record. A record without a label
 * gives one, whose label is missing.
 */
export function laidOut(table: RowTable, layout: Layout): RowTable {
  const { raters = [], y } = layout;
  return {
    name: table.name,
    async *open(columns) {
      const own = columns.filter((column) => column !== y);
      for await (const records of table.open([...new Set([...own, ...raters])])) {
        yield records.flatMap((record) => recordsOfVotes(record, y, ratersVotes(record, raters)));
      }
    },
    [Symbol.dispose]: () => table[Symbol.dispose]?.(),
  };
}

/** An empty or missing cell is no vote. */
function ratersVotes({ value }: FileRecord, raters: readonly string[]) {
  return votesOf(raters.map((rater) => value(rater)?.trim() ?? "").filter((label) => label !== ""));
}
