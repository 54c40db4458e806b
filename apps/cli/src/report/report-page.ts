import { countText } from "../terminal/terminal.ts";
import {
  type Extremes,
  isSimulated,
  type MethodSummary,
  nextSteps,
  type Reservoir,
  type ResultLine,
  type ResultSurvey,
} from "@promptnce/rows";
import { resultPage, unreadableFact } from "../result-page/result-page.ts";
import { thisProgram } from "../terminal/this-program.ts";
import { resultPairRow } from "./result-pair-row.ts";
import { REPORT } from "./check-replaceable-page.ts";
import { selectionPage, type SharedParts } from "./selection-page.ts";

/** What the page of a result's file is made of. */
interface ReportParts {
  /** What the file is called. */
  readonly name: string;
  readonly found: ResultSurvey;
  readonly methods: readonly MethodSummary[];
  readonly extremes: Extremes;
  /** The pairs to show, of all that there are. */
  readonly drawn: Pick<Reservoir<readonly ResultLine[]>, "kept" | "seen">;
}

/** The page of a result, from its file alone: without prompts and replies. */
export function reportPage(parts: ReportParts): string {
  const { found, methods, extremes } = parts;
  const { models, labels, counted } = found;
  const shared = sharedParts(parts);
  if (found.ranked) return selectionPage(shared, extremes);
  return resultPage({
    ...shared,
    facts: [...shared.facts, unreadableFact(methods)],
    task: parts.name,
    model: models.join(", "),
    methods,
    extremes,
    // How large the candidate sets were the file does not say: nothing is advised about them.
    next: nextSteps({ simulated: shared.simulated !== undefined, counted, k: labels, labels }, methods),
  });
}

function sharedParts({ name, found, methods, drawn }: ReportParts): SharedParts {
  const { models, rows, labels, inputs } = found;
  const simulated = models.filter(isSimulated);
  return {
    title: `PMI in ${name}`,
    generator: REPORT,
    simulated:
      simulated.length > 0
        ? `Answers of ${simulated.join(", ")} are those of the simulated respondent, which is no model: a rehearsal.`
        : undefined,
    facts: [
      ["Asked", models.join(", ")],
      ["Rows", rowsText(rows, methods)],
      ["Inputs", `${countText(inputs)} different`],
      ["Labels", countText(labels)],
    ],
    pairs: { pairs: drawn.kept.toSorted((a, b) => lineOf(a) - lineOf(b)).map(resultPairRow), questions: [] },
    pairsIntro: `${drawn.seen === drawn.kept.length ? "Every pair of the file." : `${countText(drawn.kept.length)} pairs drawn at random from the file, which figures on this page are made of; the table of methods and the most and least informative pairs are of all its rows.`} Prompts and replies are on the page that \`promptnce estimate --report\` writes.`,
    unreadable: [],
    unreadableIntro: "The file counts what could not be read and does not hold the replies: the store does.",
    manifest: {
      program: thisProgram(),
      result: name,
      rows,
      models,
      note: "Made from the result's file alone: pairs that a prompt showed are left out of the scores where its column `shown` says so.",
    },
  };
}

/** As the run's own page counts them, where every method has a row for each. */
function rowsText(rows: number, methods: readonly MethodSummary[]): string {
  const [first] = methods;
  if (first === undefined || methods.length === 1) return countText(rows);
  const each = methods.every(({ estimates }) => estimates === first.estimates);
  return each
    ? `${countText(first.estimates)}, by each of ${methods.length} methods`
    : `${countText(rows)} of ${methods.length} methods`;
}

function lineOf([first]: readonly ResultLine[]): number {
  return first?.line ?? 0;
}
