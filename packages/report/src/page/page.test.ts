import { expect, it } from "vitest";
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
