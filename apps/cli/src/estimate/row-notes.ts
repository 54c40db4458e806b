import { type Sentence, written } from "@promptnce/core/errors";
import { asFlag } from "#command/errors";
import {
  columnRoles,
  describeTable,
  type Doubt,
  type GivenReading,
} from "@promptnce/rows/description";
import { type FirstRows, firstRows, type RowTable } from "@promptnce/rows/input";

/**
 * What the first rows of a table make doubtful of the columns that are named, in sentences with the
 * options that decide; nobody is asked, since the columns are the user's own.
 */
export async function rowNotes(table: RowTable, given: GivenReading): Promise<string[]> {
  const start = await firstRows(table);
  if (!columnRoles.every((role) => [given[role] || []].flat().every((name) => isIn(name, start)))) {
    return []; // The reader of the rows says which column is missing.
  }
  const { roles, evidence, doubts } = describeTable(start, given);
  const unused = [
    { option: "count", column: roles.count, does: "count people" },
    { option: "weight", column: roles.weight, does: "weigh rows" },
  ].flatMap(({ option, column, does }) => {
    const isUnused =
      column !== undefined && given.count === undefined && given.weight === undefined;
    return isUnused
      ? [`${column} seems to ${does}, and is not used: name it with ${asFlag(option, column)}.`]
      : [];
  });
  const isWarned = given.count !== undefined || (given.wide !== undefined && !roles.several);
  const warnings = isWarned ? evidence.map(textOf) : [];
  return [...warnings, ...doubts.flatMap(doubtText), ...unused];
}

function isIn(name: string, { columns }: FirstRows): boolean {
  return columns.includes(name) || name === "rows";
}

function textOf(sentence: Sentence): string {
  return `${written(sentence, asFlag)}.`;
}

/** A doubt with the options that estimate has for it; none if a column would have to be named. */
function doubtText({ says, readings }: Doubt): string[] {
  // Which column counts people is said by its evidence, and a context by the labels that differ.
  const usable = readings.filter(({ option, value }) => {
    return option !== "count" && option !== "given" && value !== undefined && value !== false;
  });
  if (usable.length === 0) return [];
  const options = usable.map(({ option, value, does }) => {
    const typed = asFlag(option, value);
    return does === undefined || usable.length === 1 ? typed : `${typed} (${does})`;
  });
  return [`${written(says, asFlag)}; if so, say ${options.join(" or ")}.`];
}
