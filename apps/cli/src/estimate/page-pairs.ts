import { queriesOf, questionOf } from "@promptnce/core";
import type { Provider } from "@promptnce/core";
import type { StoredReplies } from "@promptnce/providers";
import { type PageContent, type PairRow, wantedQuestions } from "../terminal/page.ts";
import type { TrialEstimate } from "@promptnce/providers/run";
import { inputText, pairTruth, type People, type TaskSetup } from "@promptnce/rows";
import { pairEstimate } from "../result-page/result-page.ts";
import type { PageNotes } from "./page-notes.ts";

interface PagePairsOptions {
  readonly task: Pick<TaskSetup, "name" | "fields" | "findTemplate">;
  /** As it asked: its settings are part of what its replies are stored under. */
  readonly provider: Pick<Provider, "name" | "model" | "settings">;
  readonly people: People | undefined;
  /** Ids of pairs that a prompt showed. */
  readonly shown: ReadonlySet<string>;
  readonly replies: StoredReplies;
}

/** The noted pairs in the order of the rows, with what was asked about them, from the store. */
export async function pagePairs(
  { units }: Pick<PageNotes, "units">,
  { task, people, shown, provider, replies }: PagePairsOptions,
): Promise<PageContent["pairs"]> {
  const wanted = wantedQuestions();
  const how = { provider, findTemplate: task.findTemplate };
  const placesOf = ({ method, trial }: TrialEstimate): number[] =>
    wanted.placesOf(
      queriesOf(method.estimator, trial).map((query) => questionOf(query, task.name)),
      how,
    );
  const rows = new Map<string, PairRow>();
  for (const { unit, estimates } of units.kept.toSorted((a, b) => a.unit.row.line - b.unit.row.line)) {
    const { row } = unit;
    for (const [{ id, x, y }, own] of Map.groupBy(estimates, ({ trial }) => trial)) {
      // A pair that several rows give is one, that of the first.
      if (rows.has(id)) continue;
      rows.set(id, {
        dataset: task.name,
        model: provider.model,
        pair: `line ${row.line}`,
        x: inputText(task.fields, x),
        y,
        ...(people && pairTruth(people, row.key, y)),
        ...(shown.has(id) && { shown: true }),
        estimates: own.map((one) => pairEstimate(one, placesOf(one))),
      });
    }
  }
  return { pairs: [...rows.values()], questions: await wanted.readFrom(replies) };
}
