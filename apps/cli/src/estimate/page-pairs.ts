import { requestOf } from "@promptnce/core";
import type { Provider } from "@promptnce/core";
import { requestKey } from "@promptnce/providers";
import {
  type PageContent,
  type PairEstimate,
  type PairRow,
  repliesOf,
  type Wanted,
} from "../page.ts";
import { queriesOf, type UnitEstimate } from "./answer-unit.ts";
import { questionOf } from "./asker.ts";
import type { PageNotes } from "./page-notes.ts";
import { pairTruth, type People } from "./people.ts";
import type { TaskSetup } from "./task-setup.ts";

interface PagePairsOptions {
  readonly task: TaskSetup;
  /** As it asked: its settings are part of what its replies are stored under. */
  readonly provider: Pick<Provider, "name" | "model" | "settings">;
  readonly people: People | undefined;
  readonly store: string;
}

/** The noted pairs in the order of the rows, with what was asked about them, from the store. */
export function pagePairs({ units }: PageNotes, options: PagePairsOptions): PageContent["pairs"] {
  const { task, people, provider, store } = options;
  const wanted = wantedQuestions(options);
  const rows = units.kept
    .toSorted((a, b) => a.unit.row.line - b.unit.row.line)
    .flatMap(({ unit: { row }, estimates }) =>
      [...Map.groupBy(estimates, ({ trial }) => trial)].map(([{ id, x, y }, own]): [string, PairRow] => [
        id,
        {
          dataset: task.name,
          model: provider.model,
          pair: `line ${row.line}`,
          x: task.fields.map((field) => x[field] ?? "").join(" / "),
          y,
          ...(people && pairTruth(people, row.key, y)),
          estimates: own.map((one) => pairEstimate(one, wanted.placesOf(one))),
        },
      ]),
    ); // prettier-ignore
  // A pair that several rows give is one.
  return { pairs: [...new Map(rows).values()], questions: repliesOf(wanted.byKey, store) };
}

function wantedQuestions({ task, provider: { name, model, settings } }: PagePairsOptions) {
  const byKey = new Map<string, Wanted>();
  const { findTemplate } = task;
  const placesOf = ({ method, trial }: UnitEstimate): number[] =>
    queriesOf(method, trial).map((query) => {
      const question = questionOf(task.name, query);
      const request = requestOf(findTemplate(question), question);
      const key = requestKey({ provider: name, model, settings, ...request });
      const known = byKey.get(key) ?? { place: byKey.size, question, findTemplate };
      byKey.set(key, known);
      return known.place;
    });
  return { byKey, placesOf };
}

function pairEstimate({ method, estimate, other, readable }: UnitEstimate, asked: readonly number[]): PairEstimate {
  const status = readable ? "ok" : "unreadable";
  return { method: method.title, ...estimate, ...(other !== undefined && { other }), status, asked };
} // prettier-ignore
