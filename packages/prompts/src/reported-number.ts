import { z } from "zod";
import { spelledNumber } from "./spelled-number.ts";

/** A number as models report one: in JSON, or spelled in a string. */
export interface ReportedNumber {
  readonly value: number;
  readonly spelled: boolean;
}

const schema = z.union([
  z.number().transform((value) => ({ value, spelled: false })),
  z
    .string()
    .transform((text) => spelledNumber(text))
    .pipe(z.number())
    .transform((value) => ({ value, spelled: true })),
]);

/** The finite number that a JSON value reports; `undefined` for anything else. */
export function reportedNumber(value: unknown): ReportedNumber | undefined {
  return schema.safeParse(value).data;
}
