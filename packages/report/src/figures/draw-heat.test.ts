import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { drawFigure } from "./draw-figure.ts";
import type { HeatCell } from "./draw-heat.ts";

function drawn(cells: readonly HeatCell[]) {
  const [figure] = drawFigure({
    kind: "heat",
    name: "heat",
    title: "PMI",
    simulated: undefined,
    cells,
  });
  return figure!;
}

const cells = [
  { group: "young", label: "yes", pmi: 1 },
  { group: "young", label: "no", pmi: -0.5 },
  { group: "old", label: "yes", pmi: 0 },
  { group: "old", label: "no", pmi: -13.02, clamped: true },
];

describe("a heat map", () => {
  it("has the number of each cell, and tells all of them to readers who do not see it", () => {
    const { svg, csv } = drawn(cells);
    for (const text of ["1.00", "−0.50", "0.00", "−13.02†"])
      expect(svg).toContain(`>${text}</text>`);
    expect(svg).toContain("young, yes: 1.00; young, no: −0.50; old, yes: 0.00; old, no: −13.02†.");
    expect(Papa.parse(csv, { header: true, skipEmptyLines: true }).data).toHaveLength(4);
  });

  it("is blue above 0, orange below it and clear at 0, by its share of the largest", () => {
    const fills = [...drawn(cells).svg.matchAll(/ fill="(#\w+)" fill-opacity="([\d.]+)"/g)];
    expect(fills.map(([, fill, opacity]) => [fill, Number(opacity)])).toEqual([
      ["#2f7fc1", 0.6],
      ["#d2691e", 0.3],
      ["#2f7fc1", 0],
      ["#d2691e", 0],
    ]);
  });

  it("explains the mark of a clamped PMI only where one is", () => {
    expect(drawn(cells).svg).toContain("†: the model answered 0");
    expect(drawn(cells.slice(0, 3)).svg).not.toContain("†");
  });

  it("splits its labels over several pictures on a narrow page", () => {
    const many = Array.from({ length: 9 }, (_, i) => ({ group: "g", label: `l${i}`, pmi: i }));
    const { narrow = [] } = drawn(many);
    expect(narrow).toHaveLength(3);
    expect(narrow[0]).toContain(">l2<");
    expect(narrow[0]).not.toContain(">l3<");
    expect(narrow.map((svg) => svg.includes("orange: less likely"))).toEqual([true, false, false]);
  });

  it("has the names of its groups above their cells on a narrow page, nearly whole", () => {
    const group = "a name of forty letters beside no cell..";
    const { svg, narrow = [] } = drawn([{ group, label: "a", pmi: 1 }]);
    expect(svg).not.toContain(`>${group}<`);
    expect(narrow[0]).toContain(`>${group}<`);
  });

  it("tells groups apart that begin alike", () => {
    const long = "the same beginning of a text that goes on and on";
    const { svg } = drawn([1, 2].map((i) => ({ group: `${long} ${i}`, label: "a", pmi: i })));
    expect(svg).toMatch(/the same beginning[^<]*… 1<[^]*the same beginning[^<]*… 2</);
  });
});
