import { missingCodes } from "../input/missing-codes.ts";
import type { Column } from "../columns/column.ts";
import { listed, shortened } from "../columns/column-names.ts";
import type { Doubt } from "./table-description.ts";

/**
 * Answers that may mean that there is none: "Don't know", "Refused", "No answer", as surveys in
 * several languages write them.
 */
const EVASIVE = new RegExp(
  `^(?:\\(vol(?:unteered|\\.)?\\) ?)?(?:${[
    "(?:i )?(?:don'?t|do not) know(?: ?/ ?(?:refused|no answer|not sure))?",
    "d\\.?k\\.?(?: ?/ ?(?:na|ref(?:used)?))?|na ?/ ?dk|unknown(?: word)?",
    "refused?(?: to answer)?|refusal|declined?(?: to (?:answer|say))?",
    "no (?:more )?(?:answer|response|reply)s?|not (?:answered|stated|asked|ascertained)",
    "inapplicable|not applicable|iap|\\.[a-z](?:: *[a-z /,]+)?",
    "prefer not to (?:say|answer|disclose)|rather not say|can(?:no|')t say|skipped|missing",
    "keine angabe|k\\. ?a|wei(?:ß|ss) nicht",
    "[.-]",
    "ne sait pas|nsp|sans réponse",
    "no sabe|no contesta|ns ?/ ?nc",
  ].join("|")})[.)]?(?: ?\\(vol(?:unteered|\\.)?\\))?$`,
  "i",
);

/** The values of a column that may mean that there is no answer, each with its number of rows. */
function evasiveAnswers(
  values: ReadonlyMap<string, number>,
): readonly (readonly [string, number])[] {
  const codes = outliers([...values.keys()]);
  return [...values].filter(([value]) => EVASIVE.test(plainly(value)) || codes.has(value));
}

function plainly(value: string): string {
  // Archives write the code before its label: `(-9) No answer`, `9. Don't know`.
  const label = value.trim().replace(/^\(?[-−]?\d+\)?[.:)]?\s+(?=\p{L})/u, "");
  return label.replaceAll("’", "'").replaceAll(/\s+/g, " ").trim();
}

/** The codes among whole numbers that stand far outside the others: −99 beside 1 to 5. */
function outliers(values: readonly string[]): ReadonlySet<string> {
  const numbers = values.map(Number);
  if (numbers.length < 3 || numbers.some((number) => !Number.isInteger(number))) return new Set();
  const codes = missingCodes(numbers);
  return new Set(values.filter((_, i) => codes.has(numbers[i]!)));
}

/**
 * The doubt whether −1 stands for no vote in columns of raters, whose other labels are numbers from
 * 0, or whether other labels mean that there is none.
 */
export function noVoteDoubt(columns: readonly Column[]): Doubt | undefined {
  const [first] = columns;
  if (first === undefined) return undefined;
  const values = new Map<string, number>();
  for (const [value, rows] of columns.flatMap((column) => [...column.values])) {
    values.set(value, (values.get(value) ?? 0) + rows);
  }
  const others = [...values.keys()].filter((value) => value !== "-1");
  const isCoded = others.length > 1 && others.every((value) => /^\d+$/.test(value));
  const name = listed(columns, "and");
  if (!values.has("-1") || !isCoded) return evasiveDoubt({ ...first, name, values });
  const says = `${name} have -1 (${values.get("-1")}), which may be a label or no vote`;
  const readings = [
    { option: "missing", value: ["-1"], does: "leaves it out" },
    { option: "missing", value: ["NA"], does: "keeps it as a label" },
  ];
  return { says, readings };
}

/** The doubt whether some labels mean that there is no answer. */
export function evasiveDoubt({ name, values }: Column): Doubt | undefined {
  const evasive = evasiveAnswers(values);
  if (evasive.length === 0) return undefined;
  const named = evasive.map(([value, rows]) => `${JSON.stringify(value)} (${rows})`).join(", ");
  const says = `${shortened(name)} has ${named}, which may be answers or none`;
  const value = evasive.map(([answer]) => answer);
  return {
    says,
    readings: [
      { option: "missing", value, does: "leaves them out" },
      { option: "missing", value: ["NA"], does: "keeps them as answers" },
    ],
  };
}
