import {
  type ColumnRoles,
  describeTable,
  type GivenReading,
  type TableDescription,
} from "@promptnce/rows/description";
import {
  firstRows,
  laidOut,
  layoutOptions,
  type RowFile,
  tableFile,
  type TableStart,
  tableStart,
} from "@promptnce/rows/input";
import { say } from "#command/start";
import { type ReadingValues, readingOf } from "../options/reading-options.ts";
import { rowFile } from "../options/row-file.ts";
import { codesIn } from "./ask-codes.ts";
import { askColumns } from "./ask-columns.ts";
import { askDoubts, type ChosenReading } from "./ask-doubts.ts";
import {
  type ColumnNames,
  columnNames,
  columnTitles,
  type Titles,
  type TitledStart,
} from "./column-titles.ts";
import { describing, refuseDoubts } from "./refuse-doubts.ts";
import type { ReadingOptions } from "./reading-options.ts";
import { refuseResult } from "./refuse-result.ts";
import { refuseOverwriting } from "./refuse-overwriting.ts";
import { tidyingText, untidyNumbers, writeTidied } from "./tidy-rows.ts";

/** A file of rows as the study will read it. */
export interface Rows {
  readonly file: string;
  readonly reading: ReadingValues;
  readonly roles: ColumnRoles;
  /** The texts that stand for no answer, besides the usual ones. */
  readonly missing?: readonly string[] | undefined;
  /** Whether labels are texts of several lines. */
  readonly long: boolean;
  /** Why the columns have these roles, where that is not plain. */
  readonly evidence: TableDescription["evidence"];
  /** The values that a row must have to be read. */
  readonly where?: ReadingOptions["where"];
  readonly titles: Titles;
  /** The labels, if these may be codes. */
  readonly codes?: readonly string[] | undefined;
}

/**
 * The rows with the role of each column; a table that estimate cannot read is written anew to
 * `tidied`.
 */
export async function readRows(
  file: string,
  tidied: string,
  options: ReadingOptions & { readonly isAsked: boolean },
): Promise<Rows> {
  const { format, ...reading } = rowFile(file, options);
  const found = await startOf({ ...reading, path: file, format }, options);
  refuseResult(file, found.columns);
  const { header, where, isAsked } = options;
  const table = { ...reading, path: file, format };
  const titles = await columnTitles(table);
  // Columns may be named by a line that is not yet known to belong to the header.
  const below = header === undefined ? await columnTitles({ ...table, header: 2 }) : titles;
  const named = givenColumns(options, columnNames(found.columns, below));
  const titled = { ...found, titles };
  const asked: ChosenReading = isAsked ? await askLayout(file, titled, named) : named;
  const { where: left, ...laidOut } = asked;
  if (laidOut.header !== header || left !== undefined) {
    const chosen = left === undefined ? where : withCondition(where, left);
    return readRows(file, tidied, { ...options, ...laidOut, ...(chosen && { where: chosen }) });
  }
  const described = isAsked ? await askRoles(titled, laidOut) : sureReading(file, found, laidOut);
  const { roles, evidence, columns } = described;
  const labels = columns.find(({ name }) => name === roles.y)?.values ?? new Map<string, number>();
  const long = [...labels.keys()].some((label) => label.includes("\n"));
  const numbers = untidyNumbers(file, found, roles);
  const { delimiter } = found;
  const codes = codesIn(columns, roles);
  const rows = { roles, evidence, missing: described.missing, long, codes, where, titles };
  if (numbers.length === 0) return { ...rows, file, reading: { ...readingOf(options), delimiter } };
  refuseOverwriting(tidied, options.force);
  await writeTidied({ ...reading, format, delimiter }, tidied, found.columns, numbers);
  say(
    [...tidyingText(found, numbers), `Wrote ${tidied}, which is read instead of ${file}.`].join(
      "\n",
    ),
  );
  return { ...rows, file: tidied, reading: {} };
}

/** What the options say of columns, each by its name. */
function givenColumns(options: ReadingOptions, { one, list }: ColumnNames): GivenReading {
  const { several, header, labels } = options;
  // Codes that no codebook lists are left out, and need no further question.
  const missing = options.missing ?? (typeof labels === "object" ? [] : undefined);
  return {
    x: list(options.x),
    y: one(options.y),
    count: options.count && one(options.count),
    weight: one(options.weight),
    given: list(options.given),
    ...Object.fromEntries(
      layoutOptions.map((layout) => {
        const named = options[layout];
        return [layout, named && list(named)];
      }),
    ),
    several,
    missing,
    header,
  };
}

/** The first rows that are to be read. */
async function startOf(file: RowFile, { where }: ReadingOptions): Promise<TableStart> {
  const { path, format, ...reading } = file;
  const found = await tableStart(path, format, reading);
  if (where === undefined) return found;
  using table = await tableFile({ ...file, delimiter: found.delimiter ?? file.delimiter });
  return { ...found, ...(await firstRows(laidOut(table, { where }))) };
}

type SureReading = TableDescription & Pick<Rows, "roles" | "missing">;

/** The description of a table that can be read in one way. @throws UsageError for any other */
function sureReading(file: string, found: TableStart, named: GivenReading): SureReading {
  const described = describing(file, () => describeTable(found, named));
  refuseDoubts(file, described);
  const { x = [] } = described.roles;
  return { ...described, roles: { ...described.roles, x }, missing: named.missing };
}

type Where = NonNullable<ReadingOptions["where"]>;

/** The conditions and one more, `COLUMN=VALUE`; a column may have several values. */
function withCondition(where: Where = {}, text: string): Where {
  const at = text.indexOf("=");
  const [column, value] = [text.slice(0, at), text.slice(at + 1)];
  return { ...where, [column]: [...[where[column] ?? []].flat(), value] };
}

/** What the person says about the layout of a table. */
function askLayout(file: string, found: TitledStart, named: GivenReading): Promise<ChosenReading> {
  describing(file, () => describeTable(found, named));
  return askDoubts(found, named);
}

async function askRoles(found: TitledStart, laidOut: GivenReading): Promise<SureReading> {
  const roles = await askColumns(found, laidOut, describeTable(found, laidOut));
  const known: GivenReading = { ...laidOut, ...roles, count: roles.count ?? false };
  const { where: _, ...given } = await askDoubts(found, known);
  return { ...describeTable(found, given), roles, missing: given.missing };
}
