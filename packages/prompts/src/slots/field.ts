import type { Input } from "@promptnce/core";
import { quote } from "./quote.ts";

/** The named text field of an input. Throws where it has none of that name. */
export function field(x: Input, name: string): string {
  const value = Object.hasOwn(x, name) ? x[name] : undefined;
  if (value === undefined) {
    const fields = Object.keys(x).map(quote).join(", ") || "no fields";
    throw new Error(
      `The prompt needs the field ${quote(name)} of x, which has ${fields}: ` +
        `give x that field, or ask a template of another task.`,
    );
  }
  return value;
}
