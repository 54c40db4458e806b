/** A number for people, in tables and figures: rounded, with a true minus sign. */
export function numberText(x: number, digits: number | undefined): string {
  if (Number.isNaN(x)) return "undefined";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const text = digits === undefined ? x.toLocaleString("en") : x.toFixed(digits);
  return text.replace("-", "−");
}
