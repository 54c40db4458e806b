import type { Extremes } from "@promptnce/rows";
import { extremesSection } from "../result-page/extremes-section.ts";
import { page, type PageContent } from "../terminal/page.ts";

/** What of the page of a file does not depend on whether it holds all estimates. */
export type SharedParts = Omit<PageContent, "outcome" | "sections" | "left">;

/**
 * The page of a result of `--top`, which holds of each x the labels with the highest PMI: what they
 * are, and none of the statistics that are of all estimates.
 */
export function selectionPage(parts: SharedParts, extremes: Extremes): string {
  const { tables } = extremesSection(extremes, parts.simulated);
  return page({
    ...parts,
    outcome: undefined,
    sections: [
      { id: "selection", title: "What this file can say", points: POINTS, tables: [], figures: [] },
      {
        id: "extremes",
        title: "Most informative",
        tables: tables.filter(({ name }) => name === "most-informative"),
        figures: [],
      },
    ].filter(({ points = [], tables: shown }) => points.length + shown.length > 0),
    left: [],
    unreadableIntro: "What could not be read has no rank and is not in the file; the store holds the replies.",
  });
}

/** A sentence each. */
const POINTS = [
  "The file holds a selection: of each x the labels that a method gives the highest PMI, which its column rank counts. It says which labels an x tells most for.",
  "R, the ρ of rarity, the mean mass on OTHER, what could not be read, and ρ and calibration against people are left out: they are statistics of all estimates, and of those selected by PMI they mean nothing.",
  "The summary of the run that wrote the file has them. A result of promptnce estimate --mode all-labels without --top holds every estimate; its replies come from the store, so that nothing is asked twice.",
];
