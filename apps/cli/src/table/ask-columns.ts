import * as clack from "@clack/prompts";
import { DataError } from "@promptnce/rows/errors";
import type { ColumnRoles, GivenReading, TableDescription } from "@promptnce/rows/description";
import { layoutOf } from "@promptnce/rows/input";
import type { TitledStart } from "./column-titles.ts";

/** The functions required of a prompt library. */
interface Prompts {
  readonly select: typeof clack.select;
  readonly multiselect: typeof clack.multiselect;
  readonly isCancel: typeof clack.isCancel;
}

/** The question which column weighs the rows. */
function weightText(count: string): string {
  const people =
    count === "" ? "a row then counts as its weight" : `a row then counts as ${count} × its weight`;
  return `Which column weighs the rows, as in a survey? (${people} in people)`;
}

/**
 * Asks on standard error for the role of each column not given as an option. Enter accepts the
 * guess.
 */
export async function askColumns(
  { columns, rows, titles }: TitledStart,
  given: GivenReading,
  { columns: kinds, roles: guess, shape }: Pick<TableDescription, "columns" | "roles" | "shape">,
  { select, multiselect, isCancel }: Prompts = clack,
): Promise<ColumnRoles> {
  const output = process.stderr;
  const answered = <T>(answer: T | symbol): T => {
    if (isCancel(answer)) throw new DataError("No study was written.");
    return answer as T;
  };
  const choices = columns.map((value) => ({
    value,
    label: value,
    hint: titles?.get(value) ?? rows[0]?.(value).slice(0, 40) ?? "",
  }));
  const without = (...names: readonly string[]) =>
    choices.filter(({ value }) => !names.includes(value));
  const askColumn = async (
    message: string,
    initialValue: string | undefined,
    options: typeof choices,
  ): Promise<string> => {
    const chosen = initialValue === undefined ? {} : { initialValue };
    return answered<string>(await select({ message, ...chosen, options, output }));
  };
  const isLaidOut = layoutOf(guess) !== undefined;
  const y =
    isLaidOut || given.y !== undefined
      ? guess.y
      : await askColumn("Which column holds the label that people gave, y?", guess.y, choices);
  const x =
    given.x ??
    // The group is what people were shown of a cross table, beside any columns of text.
    (shape === "groups" ? guess.x : undefined) ??
    answered<string[]>(
      await multiselect({
        message: "Which columns hold what they were shown, x?",
        initialValues: (guess.x ?? []).filter((column) => column !== y),
        options: without(...(y === undefined ? [] : [y])),
        output,
      }),
    );
  if (isLaidOut) return { ...guess, x, y };
  if (given.count !== undefined) return { ...guess, x, y, count: given.count || undefined };
  const amounts = kinds.filter(({ isAmount, filled }) => isAmount && filled > 0);
  const amountsBut = (...names: readonly string[]) =>
    without(...(y === undefined ? [] : [y]), ...x, ...names).filter(({ value }) =>
      amounts.some(({ name }) => name === value),
    );
  const counts = amountsBut();
  const none = { value: "", label: "none" };
  const isCounted = "where pairs repeat, each row is one person's answer";
  const count =
    counts.length === 0
      ? ""
      : await askColumn("Which column counts the people who gave it?", guess.count ?? "", [
          { ...none, hint: isCounted },
          ...counts,
        ]);
  const weights = [{ ...none, hint: "" }, ...amountsBut(count)];
  const isWeighed = given.weight === undefined && guess.weight !== undefined;
  const weight =
    isWeighed && guess.weight !== count
      ? await askColumn(weightText(count), guess.weight, weights)
      : given.weight;
  return { ...guess, x, y, count: count || undefined, weight: weight || undefined };
}
