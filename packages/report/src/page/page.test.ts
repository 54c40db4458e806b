import { expect, it } from "vitest";
import { page } from "./page.ts";
import { somePage } from "./some-page.test.support.ts";

it("a figure's caption is its title, since the picture says itself that it is simulated", () => {
  const figure = {
    name: "spread",
    title: "Estimated PMI",
    simulated: undefined,
    svg: "<svg></svg>",
    csv: "",
  };
  const html = somePage({ sections: [{ id: "s", title: "s", tables: [], figures: [figure] }] });
  expect(html).toContain("<figcaption>Estimated PMI</figcaption>");
});

it("says what the results cannot answer before them, and lists no replies where none were asked for", () => {
  const html = page({
    title: "t",
    simulated: undefined,
    generator: "g",
    facts: [],
    first: { caveat: "Nobody was <asked>.", verdict: "v", said: [], figure: undefined },
    outcome: undefined,
    sections: [],
    left: [],
    manifest: {},
  });
  expect(html).toMatch(/role="note">Nobody was &lt;asked&gt;\.<\/p>\s*<p class="verdict">v</);
  expect(html).not.toMatch(/id="pairs|Unreadable replies|pairs-data/);
  expect(somePage({})).toMatch(/id="pairs"[^]*Unreadable replies[^]*pairs-data/);
});
