/** Texts that judges and forms write for yes and no, in lower case. */
const YES: ReadonlySet<string> = new Set(["yes", "y", "true", "t", "pass", "passed", "correct"]);
const NO: ReadonlySet<string> = new Set(["no", "n", "false", "f", "fail", "failed", "incorrect"]);

/**
 * The number of a label or a prediction: the number that it is, 1 for yes and 0 for no;
 * `undefined` for any other text. With `positive`, this text is 1 and every other word 0.
 */
export function judgedNumber(text: string, positive: string | undefined): number | undefined {
  const word = text.trim().toLowerCase();
  if (positive !== undefined && word === positive.trim().toLowerCase()) return 1;
  if (Number.isFinite(Number(word))) return Number(word);
  if (positive !== undefined || NO.has(word)) return 0;
  return YES.has(word) ? 1 : undefined;
}
