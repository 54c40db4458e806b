import { countText } from "#report/terminal";
import { page, type PageContent, type PairEstimate } from "#report";
import { peopleFigures, spreadFigures } from "./page-figures.ts";
import type { MethodSummary, ResultLine } from "@promptnce/rows";
import { type FirstParts, resultFirstScreen } from "./first-screen.ts";
import { methodsTable } from "./page-tables.ts";

/** What of a page is nothing but said: all but what statistics are shown. */
export type PageFrame = Omit<PageContent, "first" | "outcome" | "sections" | "left">;

/** What a page of results is made of, whether they come from a run or from its file. */
export interface ResultPageParts
  extends PageFrame, Pick<FirstParts, "task" | "model" | "methods" | "limits" | "extremes"> {
  /** What to try next, a sentence each. */
  readonly next: readonly string[];
  /** What the replies were like before anything was put right, where they are at hand. */
  readonly raw?: readonly string[];
}

/** The page of estimates: one file that asks for nothing. */
export function resultPage(parts: ResultPageParts): string {
  const { simulated, task, model, methods, next, raw = [], pairs } = parts;
  const shown = { task, model, pairs: pairs.pairs, simulated };
  const sections: PageContent["sections"] = [
    { id: "methods", title: "The methods in numbers", tables: [methodsTable(methods, simulated)], figures: [] },
    { id: "next", title: "What to try next", points: next, tables: [], figures: [] },
    { id: "raw", title: "The replies as they came", points: raw, tables: [], figures: [] },
    { id: "people", title: "Against what people did", tables: [], figures: peopleFigures(shown) },
    { id: "spread", title: "How the estimates are spread", tables: [], figures: spreadFigures(shown) },
  ];
  return page({
    ...parts,
    first: resultFirstScreen(parts),
    outcome: undefined,
    sections: sections.filter(({ points = [], tables, figures }) => points.length + tables.length + figures.length > 0),
    left: [],
  });
}

/** How many estimates there are and could not be read. */
export function unreadableFact(methods: readonly MethodSummary[]): readonly [string, string] {
  const estimates = methods.reduce((sum, one) => sum + one.estimates, 0);
  const unreadable = methods.reduce((sum, one) => sum + one.unreadable, 0);
  return ["Unreadable", `${countText(unreadable)} of ${countText(estimates)} estimates`];
}

/** What a method made of a pair, with the places of the questions it rests on. */
export function pairEstimate(
  { method, estimate, other, readable }: Omit<ResultLine["estimate"], "trial">,
  asked: readonly number[],
): PairEstimate {
  const status = readable ? "ok" : "unreadable";
  return { method: method.title, ...estimate, ...(other !== undefined && { other }), status, asked };
}
