import { InvalidArgumentError } from "commander";

/** Reads a number from `least` on; wrong usage where the text is none. */
export function numberFrom(least: number, most: number = Infinity): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (Number.isFinite(value) && value >= least && value <= most) return value;
    const range = most === Infinity ? `a number from ${least}` : `a number from ${least} to ${most}`;
    throw new InvalidArgumentError(`Give ${range}.`);
  };
}

/** Reads a whole number in a range; wrong usage where the text is none. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}
