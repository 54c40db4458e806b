import { expect, it } from "vitest";
import type { DrawnFigure } from "../figures/drawn-figure.ts";
import { page } from "./page.ts";

const figure: DrawnFigure = {
  name: "spread",
  title: "Estimated PMI",
  simulated: undefined,
  svg: "<svg></svg>",
  csv: "",
};

function pageOf(own: Partial<DrawnFigure>): string {
  return page({
    title: "t",
    simulated: undefined,
    generator: "g",
    facts: [],
    first: { verdict: "v", said: [], figure: undefined },
    outcome: undefined,
    sections: [{ id: "s", title: "s", tables: [], figures: [{ ...figure, ...own }] }],
    left: [],
    pairs: { questions: [], pairs: [] },
    pairsIntro: "",
    unreadable: [],
    manifest: {},
  });
}

it("a figure's caption is its title, since the picture says itself that it is simulated", () => {
  expect(pageOf({})).toContain("<figcaption>Estimated PMI</figcaption>");
});
