/** One estimate of a run, as far as a comparison looks at it. */
export interface ComparedRow {
  /** The method, and of a bench run its dataset and K: only estimates of one group are compared. */
  readonly group: string;
  /** The method alone. */
  readonly method: string;
  /** What the pair is known by in both runs. */
  readonly pair: string;
  /** What x is known by: pairs of one x are resampled together. */
  readonly input: string;
  /** Absent where a reply could not be read. */
  readonly estimate: number | undefined;
  /** What people did, where that is known and finite. */
  readonly truth: number | undefined;
  /** Whether a prompt of the run showed the pair: it is no evidence. */
  readonly shown: boolean;
  /** Whether the estimate is of the same quantity as the truth and not only in the same order. */
  readonly sameScale: boolean;
}

/** What of a pair is compared: `pmi` in nats, or `conditional`, P(y given x). */
export type Quantity = "pmi" | "conditional";
