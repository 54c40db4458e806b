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
    outcome: undefined,
    sections: [{ id: "s", title: "s", tables: [], figures: [{ ...figure, ...own }] }],
    left: [],
    pairs: { questions: [], pairs: [] },
    pairsIntro: "",
    unreadable: [],
    manifest: {},
  });
}

it("a figure's caption ends before it is said that the figure is simulated", () => {
  const caption = (title: string) =>
    /<figcaption>(.*)<\/figcaption>/.exec(pageOf({ title, simulated: "A rehearsal." }))?.[1];
  const said = '<span class="simulated">Simulated. A rehearsal.</span>';
  expect(caption("Estimated PMI")).toBe(`Estimated PMI. ${said}`);
  expect(caption("Who knows?")).toBe(`Who knows? ${said}`);
});

it("a figure's caption that nothing follows is the title as it is", () => {
  expect(pageOf({})).toContain("<figcaption>Estimated PMI</figcaption>");
});
