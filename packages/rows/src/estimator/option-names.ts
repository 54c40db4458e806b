import { OptionError, type WriteOption } from "@promptnce/core/errors";

/** Options of rows that an estimator has under another name. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["methods", "method"],
  ["readFrom", "mode"],
]);

/** What was thrown; an OptionError names its options as an estimator does. */
export function withEstimatorNames(error: unknown): unknown {
  if (!(error instanceof OptionError)) return error;
  return error.renamed(NAMES.get(error.option) ?? error.option, asOfEstimator);
}

function asOfEstimator(write: WriteOption): WriteOption {
  return (option, value) => {
    if (option === "structured") return write("mode", "structured");
    return write(NAMES.get(option) ?? option, value);
  };
}
