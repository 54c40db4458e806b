import { asFlag } from "#command/errors";
import { isSimulated, type ResultLine, type ResultSurvey } from "@promptnce/rows/results";
import {
  limitTexts,
  nextSteps,
  type Extremes,
  type MethodSummary,
  type Reservoir,
} from "@promptnce/rows/summary";
import { extremePairs } from "../result-page/extreme-pairs.ts";
import {
  type PageFrame,
  pairEstimate,
  resultPage,
  unreadableFact,
} from "../result-page/result-page.ts";
import { page, type PairRow } from "#report";
import { countText } from "@promptnce/core/errors";
import { thisProgram } from "../terminal/this-program.ts";

/** The generator name in the pages of this command. */
export const REPORT = "promptnce report";

interface ReportParts {
  readonly name: string;
  readonly found: ResultSurvey;
  readonly methods: readonly MethodSummary[];
  readonly extremes: Extremes;
  readonly drawn: Pick<Reservoir<readonly ResultLine[]>, "kept" | "seen">;
}

/** The page of a result, from its file alone: without prompts and replies. */
export function reportPage(parts: ReportParts): string {
  const { found, methods, extremes } = parts;
  const { models, labels, counted } = found;
  const shared = sharedParts(parts);
  // The file does not record the size of the candidate sets, so the page does not mention K.
  const facts = { simulated: shared.simulated !== undefined, counted, labels };
  if (found.ranked) return selectionPage(shared, extremes);
  return resultPage({
    ...shared,
    facts: [...shared.facts, unreadableFact(methods)],
    task: parts.name,
    model: models.join(", "),
    methods,
    extremes,
    limits: limitTexts(facts, methods),
    next: nextSteps(facts, methods, asFlag),
  });
}

function sharedParts({ name, found, methods, drawn }: ReportParts): PageFrame {
  const { models, rows, labels, inputs } = found;
  const simulated = models.filter(isSimulated);
  return {
    title: `PMI in ${name}`,
    generator: REPORT,
    simulated:
      simulated.length > 0
        ? `Answers of ${simulated.join(", ")} are those of the simulated respondent, not of a model: a rehearsal.`
        : undefined,
    facts: [
      ["Asked", models.join(", ")],
      ["Rows", rowsText(rows, methods)],
      ["Inputs", `${countText(inputs)} different`],
      ["Labels", countText(labels)],
    ],
    pairs: {
      pairs: drawn.kept.toSorted(([a], [b]) => a!.line - b!.line).map(resultPairRow),
      questions: [],
    },
    pairsIntro: `${drawn.seen === drawn.kept.length ? "Every pair of the file." : `${countText(drawn.kept.length)} pairs drawn at random from the file, on which the figures of this page are based; the table of methods and the most and least informative pairs use all its rows.`} Prompts and replies are on the page that \`promptnce estimate --report\` writes.`,
    unreadable: [],
    unreadableIntro:
      "The file counts what could not be read and does not hold the replies: the store does.",
    manifest: {
      program: thisProgram(),
      result: name,
      rows,
      models,
      note: "Made from the result's file alone: pairs that a prompt showed are left out of the scores where its column `shown` says so.",
    },
  };
}

/** The row of the page for one pair, from its one or more result rows. */
export function resultPairRow(lines: readonly ResultLine[]): PairRow {
  const [{ x, y, context, model, line, truth, shown }] = lines as [ResultLine];
  return {
    dataset: "",
    model,
    pair: `line ${line}`,
    x: x.join(" / "),
    y,
    ...(context && { context: Object.values(context).join(" / ") }),
    ...truth,
    ...(shown && { shown }),
    estimates: lines.map(({ estimate }) => pairEstimate(estimate, [])),
  };
}

/** The number of rows; for each method, if they differ. */
function rowsText(rows: number, methods: readonly MethodSummary[]): string {
  const [first] = methods;
  if (first === undefined || methods.length === 1) return countText(rows);
  const isEven = methods.every(({ estimates }) => estimates === first.estimates);
  return isEven
    ? `${countText(first.estimates)}, by each of ${methods.length} methods`
    : `${countText(rows)} of ${methods.length} methods`;
}

/**
 * The page of a `--top` result: the labels of each x, without statistics, which would need all
 * estimates.
 */
function selectionPage(parts: PageFrame, extremes: Extremes): string {
  const { tables } = extremePairs(extremes, parts.simulated);
  return page({
    ...parts,
    first: {
      verdict:
        "The labels that each x tells most for; this file cannot show how good the methods are.",
      said: SELECTION,
      figure: undefined,
      tables: tables.filter(({ name }) => name === "most-informative"),
    },
    outcome: undefined,
    sections: [],
    left: [],
    unreadableIntro:
      "What could not be read has no rank and is not in the file; the store holds the replies.",
  });
}

const SELECTION = [
  "The file holds a selection: for each x, the labels to which a method gives the highest PMI, numbered in the column rank. They are the labels that x tells most for.",
  "R, the ρ of rarity, the mean mass on OTHER, unreadable replies, and ρ and calibration against people are left out: they describe all estimates, and mean nothing for a selection by PMI.",
  "The summary of the run that wrote the file has them. A result of promptnce estimate --ask all-labels without --top holds every estimate; its replies come from the store, so that nothing is asked twice.",
];
