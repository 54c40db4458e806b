import type { Input } from "@promptnce/core";

/** The text of x for people, its fields in order. */
export function inputText(fields: readonly string[], x: Input): string {
  return fields.map((field) => x[field] ?? "").join(" / ");
}
