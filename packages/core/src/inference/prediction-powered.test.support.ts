import { readFileSync } from "node:fs";
import { normal, random } from "../sampling/random.ts";

interface Golden {
  readonly name: string;
  readonly labels: readonly number[];
  /** Of the labelled rows, then of the others. */
  readonly predictions: readonly number[];
  readonly lambda: number;
  readonly estimate: number;
  readonly error: number;
}

/** An estimate from labels alone; weights are also of rows without a label. */
interface WeightedLabels {
  readonly labels: readonly number[];
  readonly weights: readonly number[];
  readonly estimate: number;
  readonly error: number;
}

/** What ppi-python and SciPy say. */
export const golden: {
  readonly means: readonly (Golden & { readonly classical: readonly [number, number] })[];
  readonly difference: readonly [Golden, Golden];
  readonly welch: readonly [number, number];
  readonly slopes: readonly (Golden & {
    readonly x: readonly number[];
    readonly classicalError: number;
    readonly ofPackage: { readonly estimate: number; readonly error: number };
  })[];
  readonly clusters: readonly (Golden & { readonly clusters: readonly number[] })[];
  readonly clusterErrors: readonly {
    readonly name: string;
    readonly labels: readonly number[];
    readonly clusters: readonly number[];
    readonly x?: readonly number[];
    readonly estimate: number;
    readonly error: number;
  }[];
  readonly strata: {
    readonly strata: readonly Golden[];
    readonly estimate: number;
    readonly error: number;
    /** The variance that strata's shares of the rows add. */
    readonly between: number;
  };
  readonly weightedMeans: readonly (Omit<Golden, "name"> & {
    readonly weights: readonly number[];
    readonly classicalError: number;
  })[];
  readonly weightedSlopes: readonly (WeightedLabels & { readonly x: readonly number[] })[];
  readonly weightedClusters: readonly (WeightedLabels & {
    readonly name: string;
    readonly clusters: readonly number[];
    readonly x?: readonly number[];
  })[];
  readonly weightedShares: readonly (Omit<WeightedLabels, "error"> & {
    readonly low: number;
    readonly high: number;
  })[];
  readonly weightedStrata: readonly (WeightedLabels & { readonly strata: readonly number[] })[];
  readonly exactShares: readonly (readonly [
    positive: number,
    size: number,
    level: number,
    low: number,
    high: number,
  ])[];
  readonly studentQuantile: readonly (readonly [tail: number, df: number, t: number])[];
} = JSON.parse(
  readFileSync(new URL("../../fixtures/prediction_powered.json", import.meta.url), "utf8"),
);

/** The labels of the first rows, and none of the others. */
export function labelsOf({
  labels,
  predictions,
}: Pick<Golden, "labels" | "predictions">): (number | undefined)[] {
  return predictions.map((_, row) => labels[row]);
}

interface DrawnRows {
  readonly truth: readonly number[];
  readonly predictions: readonly number[];
  readonly x: readonly number[];
  readonly labels: readonly (number | undefined)[];
}

/** Rows of which the first `labelled` have a label; predictions and x are labels with noise. */
export function drawnRows(seed: string, labelled: number, all: number): DrawnRows {
  const source = random(seed);
  const truth = Array.from({ length: all }, () => normal(source));
  const predictions = truth.map((value) => value + 0.7 * normal(source));
  const x = truth.map((value) => value + normal(source));
  return {
    truth,
    predictions,
    x,
    labels: truth.map((value, row) => (row < labelled ? value : undefined)),
  };
}
