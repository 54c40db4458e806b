import * as clack from "@clack/prompts";
import type { Codebook } from "@promptnce/rows";
import type { Column, ColumnRoles } from "@promptnce/rows/description";
import { DataError } from "@promptnce/rows/errors";

/** The functions required of a prompt library. */
interface Prompts {
  readonly text: typeof clack.text;
  readonly isCancel: typeof clack.isCancel;
}

/** The fewest and the most codes that a person is asked about. */
const [FEWEST, MOST] = [2, 20];

/**
 * The texts in the columns of labels that may be codes, in the order of their numbers; `undefined`
 * if these hold anything but a few whole numbers.
 */
export function codesIn(
  columns: readonly Column[],
  { y, raters = [], questions = [] }: Pick<ColumnRoles, "y" | "raters" | "questions">,
): readonly string[] | undefined {
  const named = [...raters, ...questions, ...(y === undefined ? [] : [y])];
  const held = columns.filter(({ name, filled }) => named.includes(name) && filled > 0);
  if (held.length === 0 || held.some(({ isNumber, isWhole }) => !(isNumber && isWhole))) {
    return undefined;
  }
  const codes = new Set(held.flatMap(({ values }) => [...values.keys()]));
  if (codes.size < FEWEST || codes.size > MOST) return undefined;
  return [...codes].toSorted((a, b) => Number(a) - Number(b));
}

/**
 * Asks on standard error what each code stands for; `undefined` if they are the labels themselves.
 */
export async function askCodes(
  codes: readonly string[],
  { text, isCancel }: Prompts = clack,
): Promise<Codebook | undefined> {
  const example = codes.slice(0, 2).map((code, i) => `${code}=${["Agree", "Disagree"][i]}`);
  const answer = await text({
    message: `The labels are ${codes.join(", ")}. If these are codes, what does each stand for?`,
    placeholder: `${example.join(", ")} … (Enter: they are the labels)`,
    validate: (typed) => mistakeIn(typed ?? "", codes),
    output: process.stderr,
  });
  if (isCancel(answer)) throw new DataError("No study was written.");
  return answer?.trim() ? codebookIn(answer, codes) : undefined;
}

function mistakeIn(typed: string, codes: readonly string[]): string | undefined {
  if (typed.trim() === "") return undefined;
  const codebook = codebookIn(typed, codes);
  const lacking = codes.find((code) => !codebook[code]);
  return lacking === undefined ? undefined : `Say what ${lacking} stands for, as ${lacking}=LABEL`;
}

/** The labels of codes as they are typed, `1=Agree, 2=Disagree`; a label may have commas. */
function codebookIn(typed: string, codes: readonly string[]): Readonly<Record<string, string>> {
  const entries = typed.split(/[,;]\s*(?=[^,;=]+=)/).map((entry) => {
    const [code = "", ...label] = entry.split("=");
    return [code.trim(), label.join("=").trim()] as const;
  });
  return Object.fromEntries(entries.filter(([code]) => codes.includes(code)));
}
