import { countsInContext } from "@promptnce/core/repeats";
import { DataError } from "@promptnce/rows/errors";
import { readableReplies } from "./readable-replies.ts";
import { entryOf } from "../../study/kept.ts";
import { recordedRows } from "../../study/recorded-file.ts";
import {
  keyOf,
  modelName,
  type RecordedReplies,
  requireOnce,
  valuesAt,
} from "./recorded-replies.ts";

type Answer = Readonly<Record<"question" | "attribute" | "group" | "answer", string>>;

/**
 * The number of people who gave each answer, by context: a question among the groups of one
 * attribute.
 */
export type PeopleByContext = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The models' estimates for survey answers, and the number of people who gave each answer. */
export interface OpinionQa {
  readonly replies: readonly RecordedReplies[];
  readonly people: PeopleByContext;
}

const texts = { question: "text", attribute: "text", group: "text", answer: "text" } as const;

const wayNames: Readonly<Record<string, string>> = { logprobs: "log-probabilities" };

/**
 * OpinionQA's replies, in the order of the file. Each question has its own labels and base rates,
 * over the groups of one attribute.
 *
 * @throws DataError if a file is missing or malformed, or if a model was asked about an answer that
 * nobody gave
 */
export function readOpinionQa(folder: string): OpinionQa {
  const counted = recordedRows(folder, "opinionqa-people", { ...texts, people: "count" });
  requireOnce("opinionqa-people", counted.map(pairOf));
  const places = new Map(counted.map((row, i) => [pairOf(row), i]));
  const truth = countsInContext(
    keysOf(counted),
    counted.map(({ people }) => people),
  );
  const recorded = recordedRows(folder, "opinionqa-models", {
    model: "text",
    way: "text",
    ...texts,
    mass: "share",
    base_rate: "share",
  });
  const position = positionsOf(folder);
  const models = Map.groupBy(recorded, ({ model, way }) => keyOf(model, way));
  const replies = [...models.values()].map((rows): RecordedReplies => {
    requireOnce(
      "opinionqa-models",
      rows.map((row) => keyOf(row.model, row.way, pairOf(row))),
    );
    const at = rows.map((row) => placeOf(row, places));
    const { model, way } = rows[0]!;
    return readableReplies({
      survey: "OpinionQA",
      recordedAs: model,
      model: modelName(model),
      way: wayNames[way] ?? way,
      keys: keysOf(rows),
      unit: "question",
      units: rows.map(({ question }) => question),
      mass: Float64Array.from(rows, ({ mass }) => mass),
      own: Float64Array.from(rows, (row) => row.base_rate),
      people: {
        conditional: valuesAt(truth.conditional, at),
        marginal: valuesAt(truth.marginal, at),
        pmi: valuesAt(truth.pmi, at),
        counts: valuesAt(truth.people.pair, at),
      },
      positions: Float64Array.from(rows, (row) => position(row)),
      attributes: rows.map(({ attribute }) => attribute),
    });
  });
  return { replies, people: byContext(counted) };
}

/** The context of P(y): a base rate across several questions would be meaningless. */
function contextOf({ question, attribute }: Answer): string {
  return keyOf(question, attribute);
}

function keysOf(rows: readonly Answer[]): RecordedReplies["keys"] {
  return {
    contexts: rows.map(contextOf),
    x: rows.map(({ group }) => group),
    labels: rows.map(({ answer }) => answer),
  };
}

function pairOf({ question, attribute, group, answer }: Answer): string {
  return keyOf(question, attribute, group, answer);
}

function placeOf(row: Answer, places: ReadonlyMap<string, number>): number {
  const place = places.get(pairOf(row));
  if (place !== undefined) return place;
  throw new DataError(
    `opinionqa-models has an answer that nobody gave in opinionqa-people, ${pairOf(row)}: the two are not of one fetch`,
  );
}

function byContext(rows: readonly (Answer & { readonly people: number })[]): PeopleByContext {
  const contexts = new Map<string, Map<string, number>>();
  for (const row of rows) {
    const labels = entryOf(contexts, contextOf(row), () => new Map<string, number>());
    labels.set(row.answer, (labels.get(row.answer) ?? 0) + row.people);
  }
  return contexts;
}

/** A last answer that is not on the scale, such as a middle option listed after both ends. */
const standsApart =
  /^(Neither|Both|Not sure|No difference|About the same|Doesn't make|Have no impact)/;

/** The first answers of lists without an order. */
const unorderedLists: ReadonlySet<string> = new Set([
  "Government",
  "I thought it was surprising or entertaining",
  "Set them to update automatically",
]);

/**
 * Returns a function from an answer to its position in the questionnaire, or NaN if its list is not
 * a scale.
 */
function positionsOf(folder: string): (row: Answer) => number {
  const listed = recordedRows(folder, "opinionqa-questions", {
    question: "text",
    position: "count",
    answer: "text",
  });
  const positions = new Map<string, number>();
  for (const [question, rows] of Map.groupBy(listed, (row) => row.question)) {
    const answers = rows.toSorted((a, b) => a.position - b.position);
    if (standsApart.test(answers.at(-1)!.answer) || unorderedLists.has(answers[0]!.answer))
      continue;
    for (const row of answers) {
      positions.set(keyOf(question, row.answer), row.position);
    }
  }
  return ({ question, answer }) => positions.get(keyOf(question, answer)) ?? Number.NaN;
}
