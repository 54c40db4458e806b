/** How a column writes its numbers. */
export type NumberStyle = "plain" | "other" | "thousands" | "unclear";

const PLAIN = /^[-+]?(\d+(\.\d+)?|\.\d+)$/;
const DECIMAL_COMMA = /^[-+]?(\d+|\d{1,3}([. ]\d{3})+),\d+$/;
const THOUSANDS = /^[-+]?\d{1,3}(,\d{3})+(\.\d+)?$/;
/** Numbers whose commas can only separate thousands: two of them, or a point behind. */
const SURELY_THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:(?:,\d{3}){2,}|,\d{3}\.\d+)/;
const BELOW_THOUSAND = /^\d{1,3}$/;

/**
 * Whether a text is a number in some way of writing: `3`, `3.5`, `3,5`, `1.234,5`, `45 %`.
 *
 * @example
 * ["1.234,5", "45 %", "n/a"].map(isNumberText); // → [true, true, false]
 */
export function isNumberText(text: string): boolean {
  const number = withoutPercent(text);
  return [PLAIN, DECIMAL_COMMA, THOUSANDS].some((style) => style.test(number));
}

/**
 * The style of a column of numbers, by its texts: `plain` as programs write them, `other` with
 * decimal commas or percent signs, `thousands` with commas between thousands, beside whole numbers
 * below a thousand or in numbers with two of them, `unclear` where the texts are ambiguous,
 * such as `1,000` alone or `1.204` beside `950`, or where only some have a percent sign.
 *
 * @example
 * numberStyle(["3,5", "12,25", "7"]); // → "other"
 */
export function numberStyle(texts: readonly string[]): NumberStyle {
  const numbers = texts.map(withoutPercent);
  const percents = texts.filter((text) => text.trim().endsWith("%")).length;
  if (percents > 0 && percents < texts.length) return "unclear";
  const withComma = numbers.filter((text) => text.includes(","));
  if (withComma.length === 0) {
    if (mayBePoints(numbers)) return "unclear";
    return percents > 0 ? "other" : "plain";
  }
  const isDecimal = withComma.every((text) => DECIMAL_COMMA.test(text));
  const isThousands = withComma.every((text) => THOUSANDS.test(text) && !/^[-+]?0/.test(text));
  if (isDecimal && !isThousands) return "other";
  return isThousands && areThousands(numbers) ? "thousands" : "unclear";
}

/**
 * Whether points may separate thousands, as in `1.204` beside `950`: each that there is stands before
 * three digits, where a fraction would stand behind every number or have other lengths.
 */
function mayBePoints(numbers: readonly string[]): boolean {
  const withPoint = numbers.filter((number) => number.includes("."));
  if (withPoint.length === 0 || withPoint.length === numbers.length) return false;
  return withPoint.every((number) => /^[1-9]\d{0,2}\.\d{3}$/.test(number));
}

/** Whether commas can only separate thousands, as all numbers show. */
function areThousands(numbers: readonly string[]): boolean {
  if (numbers.some((number) => SURELY_THOUSANDS.test(number))) return true;
  const withoutComma = numbers.filter((number) => !number.includes(","));
  return withoutComma.length > 1 && withoutComma.every((number) => BELOW_THOUSAND.test(number));
}

/**
 * The number as programs write it, of a column in the style `other`: 3.5 for `3,5`, and 45 for
 * `45 %`; in the style `thousands` 1234 for `1,234`. A text that is no number stays as it is.
 *
 * @example
 * plainNumber("3,5"); // → "3.5"
 */
export function plainNumber(text: string, style: NumberStyle = "other"): string {
  const number = withoutPercent(text);
  if (PLAIN.test(number)) return number;
  if (style === "thousands" && THOUSANDS.test(number)) return number.replaceAll(",", "");
  return DECIMAL_COMMA.test(number) ? number.replaceAll(/[. ]/g, "").replace(",", ".") : text;
}

function withoutPercent(text: string): string {
  return text.replace(/[\s\u00A0]*%\s*$/, "").trim();
}
