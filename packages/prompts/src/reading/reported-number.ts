import { spelledNumber } from "./spelled-number.ts";

/** A number as models report one: in JSON, or spelled in a string. */
export interface ReportedNumber {
  readonly value: number;
  readonly spelled: boolean;
}

/** The finite number that a JSON value reports; `undefined` for anything else. */
export function reportedNumber(value: unknown): ReportedNumber | undefined {
  const spelled = typeof value === "string";
  const number = spelled ? spelledNumber(value) : value;
  return isFinite(number) ? { value: number, spelled } : undefined;
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}
