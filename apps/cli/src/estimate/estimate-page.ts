import { countText } from "../terminal/terminal.ts";
import type { Provider } from "@promptnce/core";
import type { StoredReplies } from "@promptnce/providers";
import type { Asked } from "@promptnce/providers/run";
import type { PageContent } from "../terminal/page.ts";
import { type MethodSummary, nextSteps, type People, type SummaryFacts, type TaskSetup } from "@promptnce/rows";
import type { PageNotes } from "./page-notes.ts";
import { pagePairs } from "./page-pairs.ts";
import { resultPage, unreadableFact } from "../result-page/result-page.ts";

/** What the page of an estimate is made of. */
export interface EstimatePageParts {
  /** What the rows are called. */
  readonly rows: string;
  readonly facts: SummaryFacts;
  readonly methods: readonly MethodSummary[];
  readonly notes: PageNotes;
  readonly asked: Pick<Asked, "unreadable" | "unreadableReplies">;
  readonly task: TaskSetup;
  readonly provider: Provider;
  readonly people: People | undefined;
  /** Ids of pairs that a prompt showed. */
  readonly shown: ReadonlySet<string>;
  readonly replies: StoredReplies;
  readonly manifest: object;
}

/** The page of an estimate: one file that asks for nothing. */
export async function estimatePage(parts: EstimatePageParts): Promise<string> {
  const { rows, facts, methods, notes, asked, task, provider, manifest } = parts;
  const pairs = await pagePairs(notes, parts);
  const all = notes.units.seen === notes.units.kept.length;
  const { unreadable: unreadableCount, unreadableReplies: unreadable } = asked;
  return resultPage({
    title: `PMI of ${rows}`,
    generator: "promptnce estimate",
    simulated: simulatedSentence(facts),
    task: task.name,
    model: provider.model,
    facts: factsOf(parts),
    methods,
    extremes: notes.extremes,
    next: nextSteps(facts, methods),
    pairs,
    pairsIntro: all
      ? "Every pair, with what was asked about it."
      : `${countText(pairs.pairs.length)} pairs drawn at random from all, which figures on this page are made of; the table of methods and the most and least informative pairs are of all rows, and the results file has every pair.`,
    unreadable,
    ...(unreadableCount > unreadable.length && {
      unreadableIntro: `${countText(unreadableCount)} replies could not be read; here are the first ${unreadable.length}. All are counted, and kept in the store as they came.`,
    }),
    manifest,
  });
}

function simulatedSentence({ simulated, respondent }: SummaryFacts): string | undefined {
  return simulated ? `The answers are those of ${respondent}: a rehearsal.` : undefined;
}

function factsOf({ facts, methods, task }: EstimatePageParts): PageContent["facts"] {
  const { respondent, rows, inputs, labels, k, candidateSets, questions, cost, seed } = facts;
  const set = Math.min(k, labels);
  return [
    ["Asked", respondent],
    ["Task", task.name],
    ["Rows", `${countText(rows)}, ${countText(inputs)} different inputs`],
    ...(candidateSets ? [["Coverage K/L", `${set} of ${countText(labels)} labels`] as const] : []),
    ["Questions", countText(questions)],
    unreadableFact(methods),
    ...(cost === undefined ? [] : [["Cost", cost] as const]),
    ["Seed", seed],
  ];
}
