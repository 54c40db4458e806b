import { quote } from "../slots/quote.ts";

/**
 * Why a finite number given under a key is no probability; `undefined` where it is one. Zero is
 * readable: clamping it is the estimators' task.
 */
export function probabilityFault(key: string, value: number): string | undefined {
  if (value >= 0 && value <= 1) return undefined;
  return `${quote(key)}, given as ${value}, is ${value < 0 ? "below zero" : "above one"}`;
}
