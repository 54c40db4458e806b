import { expect, it } from "vitest";
import { page } from "./page.ts";
import { somePage } from "./some-page.test.support.ts";

it("captions a figure with its title only, because the picture itself says that it is simulated", () => {
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

it("states what the results cannot answer above them, and lists no replies if none were requested", () => {
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
