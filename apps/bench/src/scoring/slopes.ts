import { pairsAt, placesWhere } from "@promptnce/core/frame";
import { logProbability } from "@promptnce/core/information";
import { resampledSlope } from "@promptnce/core/resampling";
import { FEWEST_PAIRS, frameReplicates, frameUnit, RESAMPLING } from "@promptnce/core/scorecard";
import type { Measurement } from "@promptnce/report";
import { measuredOf } from "./marked-statistics.ts";
import type { ComparedColumn, ComparedColumns } from "./compared-columns.ts";

/**
 * The slope of the truth on the estimates and that of logarithms, on the resamples of ρ; without an
 * error where ρ has none.
 */
export function slopesOf(
  { frame, term }: ComparedColumns,
  { column, estimated }: ComparedColumn,
): Measurement[] {
  const places = placesWhere(frame, (i) => !Number.isNaN(column[estimated][i]));
  const scored = pairsAt({ ...frame, columns: [column] }, places);
  const [estimates, truths] = [scored.columns[0]![estimated], scored.truth[term]];
  const logs = [estimates, truths].map((values) => values.map((value) => logProbability(value)));
  const statistics = [resampledSlope(estimates, truths), resampledSlope(logs[0]!, logs[1]!)];
  const { keys } = scored;
  const made = frameReplicates(keys, frameUnit(keys, "pair"), statistics, RESAMPLING);
  return made.map((one) => {
    const { value, standardError } = measuredOf(one);
    return { value, standardError: scored.pairs < FEWEST_PAIRS ? Number.NaN : standardError };
  });
}
