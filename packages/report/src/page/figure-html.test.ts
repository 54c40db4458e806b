import { expect, it } from "vitest";
import { figureHtml } from "./figure-html.ts";

const figure = {
  name: "spread",
  title: "Estimated PMI",
  simulated: undefined,
  svg: "<svg></svg>",
  csv: "",
};

it("a caption ends before it is said that the figure is simulated", () => {
  const caption = (title: string) =>
    /<figcaption>(.*)<\/figcaption>/.exec(figureHtml({ ...figure, title, simulated: "A rehearsal." }))?.[1];
  const said = '<span class="simulated">Simulated. A rehearsal.</span>';
  expect(caption("Estimated PMI")).toBe(`Estimated PMI. ${said}`);
  expect(caption("Who knows?")).toBe(`Who knows? ${said}`);
});

it("a caption that nothing follows is the title as it is", () => {
  expect(figureHtml(figure)).toContain("<figcaption>Estimated PMI</figcaption>");
});
