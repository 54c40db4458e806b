/** Texts that programs write where there is no value. */
const MISSING = new Set(["", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null"]);

/** Whether a text without blanks around it stands for no value. */
export function isMissing(text: string): boolean {
  return MISSING.has(text);
}
