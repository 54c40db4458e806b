import { expect, it } from "vitest";
import { somePage } from "./some-page.test.support.ts";

const columns = Array.from({ length: 12 }, (_, i) => ({ id: `c${i}`, title: `C${i}` }));
const shared = { title: "Bold", text: "Bold marks the best." };
const table = (name: string) => {
  return { name, title: name, simulated: "made up", columns, rows: [["a"]], notes: [shared] };
};
const section = (id: string) => ({ id, title: id, tables: [table(id)], figures: [] });

it("folds the sections of the appendix, with the address of each inside its fold", () => {
  const html = somePage({ sections: [section("a"), { ...section("b"), folded: true }] });
  expect(html).toMatch(/<section id="a"><h2>a<\/h2>/);
  expect(html).toMatch(
    /id="appendix"[^]*<details class="part"><summary><h3>b<\/h3><\/summary>\s*<div id="b">/,
  );
});

it("refers a shortened table to its file where that is named, and else repeats it whole", () => {
  const html = somePage({ sections: [{ ...section("a"), wholeIn: "tables" }, section("b")] });
  expect(html).toContain("All 12 columns are in tables/a.csv.");
  expect(html.match(/<details class="whole">/g)).toHaveLength(1);
});

it("explains shared notes once for all tables, which link to it", () => {
  const html = somePage({ sections: [section("a"), { ...section("b"), folded: true }] });
  expect(html.match(/Bold marks the best\./g)).toHaveLength(1);
  expect(html.match(/<a href="#read-bold">/g)).toHaveLength(2);
});

it("has one mark for a page on which all is simulated, and else one at each table that is", () => {
  const whole = somePage({ simulated: "made up", sections: [section("a")] });
  expect(whole.match(/<p class="mark fixed">Simulated<\/p>/g)).toHaveLength(1);
  expect(whole).not.toContain('class="mark"');
  const real = { ...table("r"), simulated: undefined };
  const mixed = somePage({
    simulated: "made up",
    sections: [section("a"), { ...section("b"), tables: [real] }],
  });
  expect(mixed).not.toContain('class="mark fixed"');
  expect(
    mixed.match(/<caption id="table-a"><span>a <span class="mark">simulated<\/span>/g),
  ).toHaveLength(1);
  expect(mixed).toMatch(/<caption id="table-r"><span>r<\/span><\/caption>/);
});
