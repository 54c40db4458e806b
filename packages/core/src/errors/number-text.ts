/**
 * A whole number for people: `1,143`. `toLocaleString("en")` gives the same, but loads `Intl`,
 * which takes longer than many a short command.
 *
 * @example
 * countText(1143); // → "1,143"
 */
export function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * A number for people with its decimals: `-0.50`, and `0.00` without a sign.
 *
 * @example
 * decimalText(-0.001); // → "0.00"
 */
export function decimalText(value: number, digits = 2): string {
  return value.toFixed(digits).replace(/^-(?=[0.]+$)/, "");
}

/**
 * A share for people, in percent: `12.5 %`.
 *
 * @example
 * percentText(0.125); // → "12.5 %"
 */
export function percentText(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/**
 * An amount of US dollars for people: `$1.50`.
 *
 * @example
 * dollarText(1.5); // → "$1.50"
 */
export function dollarText(amount: number): string {
  return `$${amount.toFixed(2)}`;
}
