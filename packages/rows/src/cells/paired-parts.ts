/** The parts of a cell that says of each label how many gave it, or of each rater what they gave. */
export type PairedParts =
  | { readonly is: "numbers"; readonly entries: readonly (readonly [string, number])[] }
  | { readonly is: "people"; readonly people: readonly (readonly string[])[] };

/** `calm: 3`, `calm=0.6` and `calm (3)`; the label has a letter, unlike `12:30`. */
const NUMBERED = /^(?=.*\p{L})([^:=()]+?)\s*(?:[:=]\s*(\d+(?:\.\d+)?)|\((\d+)\))$/u;

/** `A1: calm`, `rater 2 = calm`. */
const RATED =
  /^(?:[A-Z]\d{1,3}|(?:ann(?:otator)?|rater|coder|worker|user|judge|expert)s?[ _-]?\d+)\s*[:=]\s*(.+)$/i;

/**
 * Labels with numbers or raters with labels, as a person or a script joins them in a cell:
 * `calm:3|busy:2`, `calm (3), busy (2)`, `A1:calm;A2:busy`. `undefined` for any other text.
 */
export function pairedParts(text: string): PairedParts | undefined {
  const parts = text
    .split(/[;|,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const rated = parts.map((part) => RATED.exec(part)?.[1]);
  if (rated.length > 0 && rated.every((label) => label !== undefined)) {
    return { is: "people", people: rated.map((label) => [label]) };
  }
  const entries = parts.map((part) => {
    const [, label, number, inParentheses] = NUMBERED.exec(part) ?? [];
    return label === undefined ? undefined : ([label, Number(number ?? inParentheses)] as const);
  });
  const isWhole = entries.length > 0 && entries.every((entry) => entry !== undefined);
  return isWhole ? { is: "numbers", entries } : undefined;
}
