import type { CellReading, TextCell } from "./cell-columns.ts";
import { countIn, isCount, wrongCount } from "./label-columns.ts";

/**
 * Reads a column that stands for a group of people, as in a cross table, beside the column `y` of
 * the label. One of the groups is the example of how all are read.
 */
export function groupColumn(group: string, y: string, isExample: boolean): CellReading {
  const textIn = (cells: readonly TextCell[], of: string): string | undefined =>
    cells.find(({ column }) => column === of)?.text;
  return {
    columns: [y, group],
    added: group,
    votesOf: (given) => {
      const [label, number] = [textIn(given, y), textIn(given, group)];
      const isRead = label !== undefined && number !== undefined && isCount(number);
      const people = isRead ? countIn(number) : 0;
      return { labels: new Map(people === 0 ? [] : [[label!, people]]), people };
    },
    lackOf: (given, all) => {
      if (textIn(given, y) === undefined) return { missing: textIn(all, y) };
      const number = given.find(({ column }) => column === group);
      const problem = number && !isCount(number.text) ? wrongCount(number) : `${group} is nobody`;
      return { problem };
    },
    ...(isExample && {
      exampleOf: (_, given) =>
        `Each of the columns is read as a group of people, and its number as how many of them, or what share, gave the label of the row: ${textIn(given, group)} of ${group} gave ${JSON.stringify(textIn(given, y))}.`,
    }),
  };
}
