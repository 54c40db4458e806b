import { type RowFile, tableFile, type TableStart, voteShare } from "@promptnce/rows/input";
import { delimitedText, openOutput } from "@promptnce/rows/results";
import {
  type ColumnRoles,
  isNumberText,
  numberStyle,
  plainNumber,
} from "@promptnce/rows/description";
import { UsageError } from "#command/errors";

/** A column whose numbers are written otherwise than programs do. */
interface UntidyColumn {
  readonly name: string;
  readonly style: ReturnType<typeof numberStyle>;
}

/**
 * The columns of counts and weights whose numbers have decimal commas or percent signs, which
 * estimate cannot read as they stand.
 *
 * @throws UsageError for ambiguous numbers
 */
export function untidyNumbers(
  file: string,
  { rows }: TableStart,
  { y, count, weight, several, groups, wide: named = groups ?? [] }: ColumnRoles,
): readonly UntidyColumn[] {
  const wide = several ? [] : named;
  const counted = count === "rows" ? undefined : count;
  const columns = [...wide, counted, weight].filter((one) => one !== undefined);
  const optionOf = (name: string): string => {
    if (wide.includes(name)) return groups === undefined ? "--wide" : "--groups";
    return name === count ? "--count" : "--weight";
  };
  // A cross table may have lines of percentages below those of its answers.
  const isRead = (text: (column: string) => string): boolean =>
    groups === undefined || y === undefined || text(y).trim() !== "";
  const textsIn = (name: string): string[] =>
    rows
      .filter(isRead)
      .map((text) => text(name).trim())
      .filter((text) => text !== "");
  // Shares of votes are read as they stand.
  const areShares = (name: string): boolean =>
    name === count && textsIn(name).every((text) => voteShare(text) !== undefined);
  const styles = columns
    .filter((name) => !areShares(name))
    .map((name) => {
      const texts = textsIn(name);
      const wrong = texts.find((text) => !isNumberText(text));
      const option = optionOf(name);
      if (wrong !== undefined) {
        const ticked = option === "--wide" ? ", or add --several if these are boxes to tick" : "";
        throw new UsageError(
          `${option}: ${name} of ${file} holds ${JSON.stringify(wrong)}, which is not a number; name a column of numbers${ticked}`,
        );
      }
      const style = numberStyle(texts);
      if (style === "unclear") {
        const example = texts.find((text) => /[,.%]/.test(text)) ?? "";
        throw new UsageError(
          `${option}: ${name} of ${file} holds ambiguous numbers such as ${example}; write them all alike, such as 1000, 3.5 or 45 %`,
        );
      }
      return { name, style };
    });
  return styles.filter(({ name, style }) => {
    return style === "thousands" || (style === "other" && !wide.includes(name));
  });
}

/** Sentences that say how the numbers will be read, by an example of each column. */
export function tidyingText({ rows }: TableStart, numbers: readonly UntidyColumn[]): string[] {
  return numbers.map(({ name, style }) => {
    const texts = rows.map((row) => row(name).trim());
    const text = texts.find((one) => plainNumber(one, style) !== one) ?? "";
    return `${name}: ${text} is read as ${plainNumber(text, style)}.`;
  });
}

/** Writes the table as CSV with the numbers of some columns as programs write them. */
export async function writeTidied(
  file: RowFile,
  out: string,
  columns: readonly string[],
  numbers: readonly UntidyColumn[],
): Promise<void> {
  const styles = new Map(numbers.map(({ name, style }) => [name, style]));
  using table = await tableFile(file);
  const output = await openOutput(out);
  await output.write(delimitedText([columns], ","));
  for await (const records of table.open(columns)) {
    const lines = records.map(({ value }) =>
      columns.map((column) => {
        const text = value(column) ?? null;
        const style = styles.get(column);
        return text !== null && style !== undefined ? plainNumber(text, style) : text;
      }),
    );
    await output.write(delimitedText(lines, ","));
  }
  await output.end();
}
