import { page, type PageContent } from "./page.ts";

/** A page with no content except what `more` sets. */
export function somePage(more: Partial<PageContent>): string {
  return page({
    title: "t",
    simulated: undefined,
    generator: "g",
    facts: [],
    first: { verdict: "v", said: [], figure: undefined },
    outcome: undefined,
    sections: [],
    left: [],
    pairs: { questions: [], pairs: [] },
    pairsIntro: "",
    unreadable: [],
    manifest: {},
    ...more,
  });
}
