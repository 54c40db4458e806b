import type { Column } from "../columns/column.ts";
import { shortened } from "../columns/column-names.ts";
import type { Doubt, GivenReading } from "./table-description.ts";

/** Names of columns that hold what people were asked. */
const ASKED =
  /^(?:survey[\s_.-]?)?(?:question|item|statement|frage|pregunta|domanda|vraag)(?:[\s_.-]?(?:text|wording|stem))?$/i;

/** The most questions of a survey. */
const MOST = 100;

/** The share of texts that end with a question mark where a column holds questions. */
const QUESTIONS = 0.8;

/**
 * The column of the questions that people answered, as in a survey with a row for each group and
 * answer: questions, or a column named so, beside another text that comes again with each of them.
 * `undefined` if there is none, or several.
 *
 * @param texts The columns that may hold what people were shown, without the label's.
 */
export function contextColumn(
  texts: readonly Column[],
  { given, x }: GivenReading,
): Column | undefined {
  if (given !== undefined) return undefined;
  const found = texts.filter((column) => {
    const others = texts.filter((other) => other !== column && isCrossed(column, other));
    return holdsQuestions(column) && others.length > 0 && x?.includes(column.name) !== true;
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The doubt whether a column of questions is the context. */
export function contextDoubt(column: Column | undefined): Doubt[] {
  if (column === undefined) return [];
  const says = `${shortened(column.name)} holds questions, each with answers of its own`;
  const readings = [
    { option: "given", value: [column.name], does: "each question has base rates of its own" },
    { option: "x" },
  ];
  return [{ says, readings }];
}

function holdsQuestions({ name, values }: Column): boolean {
  if (values.size < 2 || values.size > MOST) return false;
  const questions = [...values.keys()].filter((text) => /[?？]["”»)]?$/.test(text)).length;
  return ASKED.test(name) || questions >= QUESTIONS * values.size;
}

/** Whether some text of a column stands beside several texts of the other. */
function isCrossed(column: Column, other: Column): boolean {
  const beside = new Map<string, Set<string>>();
  for (const [row, text] of other.texts.entries()) {
    const own = beside.get(text) ?? new Set();
    beside.set(text, own.add(column.texts[row] ?? ""));
  }
  return beside.values().some(({ size }) => size > 1);
}
