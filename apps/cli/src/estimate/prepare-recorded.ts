import { basename } from "node:path";
import { written } from "@promptnce/core/errors";
import { asFlag, UsageError } from "#command/errors";
import { say } from "#command/start";
import { printable } from "#command/terminal";
import { namedColumns, readCounts, readLabels, tableFile } from "@promptnce/rows/input";
import { omittedMass, readRecorded, recordedAsked, recordedRows } from "@promptnce/rows/recorded";
import { rowFile } from "../options/row-file.ts";
import type { EstimateOptions } from "./estimate-options.ts";
import type { AnswerSource, EstimateSetup } from "./estimate-setup.ts";

/**
 * The rows of a file of masses with their estimates and their source, in the form of a model's
 * answers.
 */
export async function prepareRecorded(
  { input, given }: EstimateOptions,
  signal: AbortSignal,
): Promise<AnswerSource & { readonly prepared: EstimateSetup }> {
  const { x, y, count, methods, where, weight } = given;
  using table = await tableFile({ ...rowFile(input, given), signal });
  const labels = listedLabels(given);
  const lists = await namedColumns(table, { x, given: given.given });
  const recorded = await readRecorded(table, { ...lists, y, count, where, weight }, labels);
  for (const note of recorded.notes) {
    say(printable(written(note, asFlag)));
  }
  const counts =
    given.counts === undefined
      ? undefined
      : await readCounts(given.counts, recorded.columns.given, given.encoding);
  const rows = recordedRows(recorded, methods, counts);
  const provider = { name: "recorded", model: basename(input), settings: {} };
  const title = `${basename(input)}, in which masses were recorded; no model was asked`;
  const fields = rows.columns.x.map(({ field }) => field);
  return {
    provider,
    asked: recordedAsked(recorded),
    replies: { entries: () => [] },
    estimated: () => rows.estimated(),
    prepared: {
      ...rows,
      omitted: omittedMass(recorded),
      ...(labels && { ordered: labels.all }),
      task: { name: "recorded", mode: "faithful", fields },
      respondent: { provider, simulated: false, title },
    },
  };
}

/** The labels of a file; recorded masses have labels, and no codes. */
function listedLabels({
  labels,
  encoding,
}: EstimateOptions["given"]): ReturnType<typeof readLabels> | undefined {
  if (labels === undefined) return undefined;
  if (typeof labels === "string") return readLabels(labels, encoding);
  throw new UsageError(
    "--labels: recorded masses have labels and no codes; name a file that lists the labels",
  );
}
