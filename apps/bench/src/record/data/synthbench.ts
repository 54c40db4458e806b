import { impliedInContext } from "@promptnce/core/repeats";
import { pmi } from "@promptnce/core/information";
import { readableReplies } from "./readable-replies.ts";
import { recordedRows } from "../../study/recorded-file.ts";
import { keyOf, type RecordedReplies, repliesAt, requireOnce } from "./recorded-replies.ts";

const columns = {
  dataset: "text",
  model: "text",
  question: "text",
  answer: "text",
  share: "share",
  samples: "count",
  people_share: "share",
} as const;

/** SynthBench's replies of one model for one survey. */
export interface SynthBenchReplies {
  /** All readable questions. The human shares do not give a PMI here. */
  readonly all: RecordedReplies;
  /** Those whose exact answers another readable question has too: only these share a base rate. */
  readonly scales: RecordedReplies;
  /** The number of questions asked. */
  readonly questions: number;
  readonly questionsOfScales: number;
}

/**
 * SynthBench's shares of samples, smoothed because the samples are few: (n + .5) / (N + .5 labels).
 * The context is the scale, the set of answers that several questions share. Its human base rate is
 * the mean of the human shares over all of its questions, because counts are unknown.
 *
 * @throws DataError if the file is missing or malformed
 */
export function readSynthBench(folder: string): SynthBenchReplies[] {
  const recorded = recordedRows(folder, "synthbench", columns);
  const file = "synthbench";
  requireOnce(
    file,
    recorded.map((row) => keyOf(row.dataset, row.model, row.question, row.answer)),
  );
  const models = Map.groupBy(recorded, ({ dataset, model }) => keyOf(dataset, model));
  return [...models.values()].map((rows) => {
    const questions = Map.groupBy(rows, ({ question }) => question);
    const scaleOf = new Map(
      Array.from(questions, ([question, answers]) => [
        question,
        keyOf(...answers.map(({ answer }) => answer).toSorted()),
      ]),
    );
    const shares = rows.map(({ share }) => share);
    const all = readableReplies(repliesOf(rows, scaleOf, questions), shares);
    const shared = Map.groupBy(new Set(all.keys.x), (question) => scaleOf.get(question)!);
    const repeated = [...all.mass.keys()].filter(
      (row) => shared.get(all.keys.contexts[row]!)!.length > 1,
    );
    const scales = repliesAt(all, repeated);
    return {
      all,
      scales,
      questions: questions.size,
      questionsOfScales: new Set(scales.keys.x).size,
    };
  });
}

type Row = ReturnType<typeof recordedRows<typeof columns>>[number];

function repliesOf(
  rows: readonly Row[],
  scaleOf: ReadonlyMap<string, string>,
  questions: ReadonlyMap<string, readonly Row[]>,
): Omit<RecordedReplies, "unreadable"> {
  const keys = {
    contexts: rows.map(({ question }) => scaleOf.get(question)!),
    x: rows.map(({ question }) => question),
    labels: rows.map(({ answer }) => answer),
  };
  const conditional = Float64Array.from(rows, (row) => row.people_share);
  const marginal = impliedInContext(conditional, keys);
  const truePmi = conditional.map((share, row) =>
    share > 0 ? pmi(share, marginal[row]!) : Number.NEGATIVE_INFINITY,
  );
  const model = rows[0]?.model ?? "";
  return {
    survey: rows[0]?.dataset ?? "",
    recordedAs: model,
    model: model.replace(/^openrouter\//, ""),
    way: "samples",
    keys,
    unit: "x",
    units: keys.x,
    mass: Float64Array.from(rows, (row) => smoothedShare(row, questions.get(row.question)!.length)),
    people: { conditional, marginal, pmi: truePmi },
  };
}

/** The share after adding half a sample for each label. */
function smoothedShare({ share, samples }: Row, labels: number): number {
  return (Math.round(share * samples) + 0.5) / (samples + 0.5 * labels);
}
