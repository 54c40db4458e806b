import * as clack from "@clack/prompts";
import { written } from "@promptnce/core/errors";
import { asFlag } from "#command/errors";
import {
  describeTable,
  type Doubt,
  type GivenReading,
  type Reading,
} from "@promptnce/rows/description";
import { DataError } from "@promptnce/rows/errors";
import { layoutOptions } from "@promptnce/rows/input";
import { type TitledStart, titlesText, type Titles } from "./column-titles.ts";
import { readingText } from "./refuse-doubts.ts";

/** The functions required of a prompt library. */
interface Prompts {
  readonly select: typeof clack.select;
  readonly isCancel: typeof clack.isCancel;
}

/** What a person said; `where` as it is typed, `COLUMN=VALUE`. */
export interface ChosenReading extends GivenReading {
  readonly where?: string;
}

/** Options that give other rows, which have to be read before anything else is asked. */
const OTHER_ROWS: ReadonlySet<string> = new Set(["header", "where"]);

/** What is asked here; which column is what is asked elsewhere. */
const ASKED: ReadonlySet<string> = new Set([
  ...layoutOptions,
  "several",
  "missing",
  "header",
  "where",
  "given",
]);

/**
 * Asks on standard error how a table is to be read, where that is doubtful and the value of an
 * option decides. Enter takes the likeliest reading. After one that gives other rows nothing more is
 * asked.
 */
export async function askDoubts(
  start: TitledStart,
  given: GivenReading,
  prompts: Prompts = clack,
): Promise<ChosenReading> {
  const asked = new Set<string>();
  let known: ChosenReading = given;
  for (;;) {
    const doubt = describeTable(start, known).doubts.find(
      (one) => !asked.has(textOf(one)) && one.readings.some(isAsked),
    );
    if (doubt === undefined) return known;
    asked.add(textOf(doubt));
    const reading = await chosen(doubt, start.titles, prompts);
    if (reading === undefined) continue;
    known = { ...known, [reading.option]: reading.value };
    if (OTHER_ROWS.has(reading.option)) return known;
  }
}

function isAsked({ option, value }: Reading): boolean {
  return ASKED.has(option) && value !== undefined;
}

function textOf({ says }: Doubt): string {
  return written(says, asFlag);
}

/** The reading that is chosen; `undefined` if it is none of those that an option decides. */
async function chosen(
  doubt: Doubt,
  titles: Titles = new Map(),
  { select, isCancel }: Prompts,
): Promise<Reading | undefined> {
  const readings = doubt.readings.filter(isAsked);
  const others = doubt.readings.length > readings.length ? [{ value: -1, label: NONE }] : [];
  const options = readings.map((reading, value) => ({ value, label: readingText(reading) }));
  const initialValue = doubt.readings[0] === readings[0] ? 0 : -1;
  const columns = readings.flatMap(({ value }) => (Array.isArray(value) ? value : [value]));
  const titled = titlesText([...new Set(columns.map(String))], titles);
  const message = `${textOf(doubt)}. How is it to be read?${titled}`;
  const answer = await select({
    message,
    initialValue,
    options: [...options, ...others],
    output: process.stderr,
  });
  if (isCancel(answer)) throw new DataError("No study was written.");
  return readings[answer as number];
}

const NONE = "in no such way: ask me which column is what";
