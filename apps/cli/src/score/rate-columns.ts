import type { Grid } from "./grid.ts";

/** The columns of variant and method. */
export const jobColumns: Grid["columns"] = [
  { id: "variant", title: "Variant" },
  { id: "method", title: "Method" },
];

/** The columns of a rate with its standard error and interval. */
export const rateColumns: Grid["columns"] = [
  { id: "win_rate", title: "Win rate", digits: 3 },
  { id: "standard_error", title: "± s.e.", digits: 3 },
  { id: "low", title: "95 % from", digits: 3 },
  { id: "high", title: "to", digits: 3 },
];

/** What is to be known of {@link rateColumns}. */
export const intervalNote: string =
  "Standard errors and intervals (percentiles of 10,000 resamples) are by resampling students.";
