import { readFileSync } from "node:fs";

interface Weighted {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly weights: readonly number[];
}

/** The values of `fixtures/weights.py`. */
export const golden: {
  readonly repeated: readonly (Weighted & { readonly rho: number })[];
  readonly resampled: readonly (Weighted & {
    readonly given: readonly number[];
    readonly groups: readonly number[];
    /** The number of draws of each row, one list for each resample. */
    readonly counts: readonly (readonly number[])[];
    readonly rho: readonly number[];
    readonly partial: readonly number[];
    readonly within: readonly number[];
    /** The standard deviation of ρ over these resamples. */
    readonly error: number;
  })[];
  readonly lines: readonly (Weighted & {
    readonly name: string;
    readonly slope: number;
    readonly slopeError: number;
    readonly intercept: number;
    readonly interceptError: number;
  })[];
  readonly calibration: readonly {
    readonly estimates: readonly number[];
    readonly truth: readonly number[];
    readonly weights: readonly number[];
    readonly calibrationError: number;
    readonly absoluteError: number;
  }[];
} = JSON.parse(readFileSync(new URL("../../fixtures/weights.json", import.meta.url), "utf8"));
