import { countsInContext } from "@promptnce/core/repeats";
import { readableReplies } from "./readable-replies.ts";
import { recordedRows } from "../../study/recorded-file.ts";
import { keyOf, modelName, type RecordedReplies, requireOnce } from "./recorded-replies.ts";

/**
 * The gender that a German noun for a person brings to mind. All nouns have the same three labels,
 * so there is one context. No model was asked for a base rate.
 *
 * @throws DataError if the file is missing or malformed
 */
export function readNouns(folder: string): RecordedReplies[] {
  const recorded = recordedRows(folder, "nouns", {
    model: "text",
    noun: "text",
    gender: "text",
    samples: "count",
    of: "count",
    people: "count",
  });
  requireOnce(
    "nouns",
    recorded.map(({ model, noun, gender }) => keyOf(model, noun, gender)),
  );
  const models = Map.groupBy(recorded, ({ model }) => model);
  return Array.from(models, ([model, rows]): RecordedReplies => {
    const keys = {
      contexts: rows.map(() => ""),
      x: rows.map(({ noun }) => noun),
      labels: rows.map(({ gender }) => gender),
    };
    const truth = countsInContext(
      keys,
      rows.map(({ people }) => people),
    );
    return readableReplies({
      survey: "Nouns",
      recordedAs: model,
      model: modelName(model),
      way: "samples",
      keys,
      unit: "x",
      units: keys.x,
      mass: Float64Array.from(rows, ({ samples, of }) => samples / Math.max(1, of)),
      people: { ...truth, counts: truth.people.pair },
    });
  });
}
