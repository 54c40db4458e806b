import { type RowFile, tableFile } from "@promptnce/rows/input";
import { delimitedText, openOutput } from "@promptnce/rows/results";
import type { TableStart } from "@promptnce/rows/input";
import {
  type ColumnRoles,
  isNumberText,
  numberStyle,
  plainNumber,
} from "@promptnce/rows/description";
import { UsageError } from "#command/errors";

/** How a table is to be read where estimate cannot read it as it stands. */
export interface Tidying {
  /** The columns that each stand for a label. */
  readonly wide: readonly string[];
  /** The columns whose numbers have decimal commas or percent signs. */
  readonly numbers: readonly string[];
}

/**
 * How the table is to be rewritten; `undefined` if it can stay as it is.
 *
 * @throws UsageError for numbers that can be read in two ways
 */
export function tidying(
  file: string,
  { rows }: TableStart,
  { count, weight, wide = [] }: ColumnRoles,
): Tidying | undefined {
  const counted = wide.length > 0 ? wide : [count === "rows" ? undefined : count];
  const columns = [...counted, weight].filter((one) => one !== undefined);
  const optionOf = (name: string): string => {
    if (wide.includes(name)) return "--wide";
    return name === count ? "--count" : "--weight";
  };
  const styles = columns.map((name) => {
    const texts = rows.map((text) => text(name).trim()).filter((text) => text !== "");
    const wrong = texts.find((text) => !isNumberText(text));
    const option = optionOf(name);
    if (wrong !== undefined) {
      throw new UsageError(
        `${option}: ${name} of ${file} holds ${JSON.stringify(wrong)}, which is no number; name a column of numbers`,
      );
    }
    const style = numberStyle(texts);
    if (style === "unclear") {
      const example = texts.find((text) => /[,%]/.test(text)) ?? "";
      throw new UsageError(
        `${option}: ${name} of ${file} holds numbers such as ${example} that can be read in two ways; write all of them alike, as 1000, 3.5 or 45 %`,
      );
    }
    return { name, style };
  });
  const numbers = styles.filter(({ style }) => style === "other").map(({ name }) => name);
  return wide.length === 0 && numbers.length === 0 ? undefined : { wide, numbers };
}

/** Sentences that say how the table will be read, by an example of each. */
export function tidyingText({ rows }: TableStart, { wide, numbers }: Tidying): string[] {
  const read = numbers.map((name) => {
    const text = rows.map((row) => row(name).trim()).find((one) => plainNumber(one) !== one) ?? "";
    return `${name}: ${text} is read as ${plainNumber(text)}.`;
  });
  if (wide.length === 0) return read;
  const row = rows.find((one) => labelsOf(one, wide).length > 0);
  const example =
    row === undefined ? [] : labelsOf(row, wide).map(({ label, count }) => `${label} ${count}`);
  const columns = `Each of the columns ${wide.join(", ")} is read as a label, its number as how many people gave it.`;
  return [columns, ...read, `The first row with labels: ${example.join(", ")}.`];
}

interface LabelCount {
  readonly label: string;
  readonly count: string;
}

/** The labels that somebody gave in a row of a wide table. */
function labelsOf(
  value: (column: string) => string | undefined,
  wide: readonly string[],
): LabelCount[] {
  const cells = wide.map((label) => ({ label, count: plainNumber(value(label)?.trim() ?? "") }));
  return cells.filter(({ count }) => count !== "" && Number(count) !== 0);
}

/**
 * Writes the table as CSV that estimate can read: a row per label of each row, and plain numbers.
 */
export async function writeTidied(
  file: RowFile,
  out: string,
  columns: readonly string[],
  { wide, numbers, roles }: Tidying & { readonly roles: ColumnRoles },
): Promise<void> {
  const { y = "label", count = "count" } = roles;
  const kept = columns.filter((column) => !wide.includes(column));
  const isWide = wide.length > 0;
  using table = await tableFile(file);
  const output = await openOutput(out);
  const header = isWide ? [...kept, y, count] : kept;
  await output.write(delimitedText([header], ","));
  for await (const records of table.open(columns)) {
    const lines = records.flatMap(({ value }) => {
      const cells = kept.map((column) => {
        const text = value(column) ?? null;
        return text !== null && numbers.includes(column) ? plainNumber(text) : text;
      });
      if (!isWide) return [cells];
      return labelsOf(value, wide).map(({ label, count }) => [...cells, label, count]);
    });
    await output.write(delimitedText(lines, ","));
  }
  await output.end();
}
