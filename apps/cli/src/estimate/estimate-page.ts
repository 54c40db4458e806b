import type { Provider } from "@promptnce/core";
import { page, type PageContent } from "../page.ts";
import { nextSteps } from "./next-steps.ts";
import { peopleFigures, spreadFigures } from "./page-figures.ts";
import type { PageNotes } from "./page-notes.ts";
import { pagePairs } from "./page-pairs.ts";
import { extremesTables, methodsTable } from "./page-tables.ts";
import type { People } from "./people.ts";
import type { MethodSummary, SummaryFacts } from "./summary.ts";
import type { TaskSetup } from "./task-setup.ts";

/** What the page of an estimate is made of. */
export interface EstimatePageParts {
  /** What the rows are called. */
  readonly rows: string;
  readonly facts: SummaryFacts;
  readonly methods: readonly MethodSummary[];
  readonly notes: PageNotes;
  readonly task: TaskSetup;
  readonly provider: Provider;
  readonly people: People | undefined;
  readonly store: string;
  readonly manifest: object;
}

/** The page of an estimate: one file that asks for nothing. */
export function estimatePage(parts: EstimatePageParts): string {
  return page(estimateContent(parts));
}

function estimateContent(parts: EstimatePageParts): PageContent {
  const { rows, facts, methods, notes, task, provider, manifest } = parts;
  const pairs = pagePairs(notes, parts);
  const simulated = simulatedSentence(facts);
  const shown = { task: task.name, model: provider.model, pairs: pairs.pairs, simulated };
  const [first] = methods;
  const people = peopleFigures(shown);
  const all = notes.units.seen === notes.units.kept.length;
  return {
    title: `PMI of ${rows}`,
    simulated,
    facts: factsOf(parts),
    outcome: outcomeOf(methods),
    sections: [
      { id: "methods", title: "The methods in numbers", tables: [methodsTable(methods, simulated)], figures: [] },
      { id: "next", title: "What to try next", points: nextSteps(facts, methods), tables: [], figures: [] },
      ...(people.length > 0
        ? [{ id: "people", title: "Against what people did", tables: [], figures: people }]
        : []),
      { id: "spread", title: "How the estimates are spread", tables: [], figures: spreadFigures(shown) },
      {
        id: "extremes",
        title: "Most and least informative",
        tables: first === undefined ? [] : extremesTables(pairs.pairs, first.method.title, simulated),
        figures: [],
      },
    ].filter(({ points = [], tables, figures }) => points.length + tables.length + figures.length > 0),
    left: [],
    pairs,
    pairsIntro: all
      ? "Every pair, with what was asked about it."
      : `${pairs.pairs.length.toLocaleString("en")} pairs drawn at random from all, which figures and lists on this page are made of; the table of methods is of all rows, and the results file has every pair.`,
    unreadable: notes.unreadable,
    manifest,
  };
} // prettier-ignore

function simulatedSentence({ simulated, respondent }: SummaryFacts): string | undefined {
  return simulated ? `The answers are those of ${respondent}: a rehearsal.` : undefined;
}

function factsOf({ facts, task }: EstimatePageParts): PageContent["facts"] {
  const { respondent, rows, inputs, labels, k, questions, methods, cost, seed } = facts;
  const estimates = methods.reduce((sum, one) => sum + one.estimates, 0);
  const unreadable = methods.reduce((sum, one) => sum + one.unreadable, 0);
  const set = Math.min(k, labels);
  return [
    ["Asked", respondent],
    ["Task", task.name],
    ["Rows", `${number(rows)}, ${number(inputs)} different inputs`],
    ["Coverage K/L", `${set} of ${number(labels)} labels`],
    ["Questions", number(questions)],
    ["Unreadable", `${number(unreadable)} of ${number(estimates)} estimates`],
    ...(cost === undefined ? [] : [["Cost", cost] as const]),
    ["Seed", seed],
  ];
}

function outcomeOf(methods: readonly MethodSummary[]): PageContent["outcome"] {
  const scored = methods.some(({ scores }) => scores !== undefined);
  return {
    title: scored
      ? "Outcome: Spearman's ρ between estimated PMI and that of people's counts"
      : "Outcome: what decides the ranking",
    lines: methods.map(({ method, scores, R }) => ({
      about: method.title,
      ...(scored ? rhoOf(scores) : decidedBy(R)),
    })),
  };
}

function rhoOf(scores: MethodSummary["scores"]) {
  if (scores === undefined || Number.isNaN(scores.rho)) return { said: "no score", results: [] };
  const value = `${scores.rho.toFixed(2)} ± ${scores.rhoError.toFixed(2)}`;
  return { said: `over ${number(scores.pairs)} pairs`, results: [{ name: "ρ", value }] };
}

function decidedBy(R: number | undefined) {
  if (R === undefined || Number.isNaN(R)) return { said: "cannot be told", results: [] };
  const said = R > 1 ? "the elicited base rates" : "the conditionals";
  return { said, results: [{ name: "R", value: R.toFixed(2) }] };
}

function number(value: number): string {
  return value.toLocaleString("en");
}
