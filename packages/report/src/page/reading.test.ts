import { expect, it } from "vitest";
import { readingHtml, readingLinks } from "./reading.ts";

const error = { title: "Standard error (±)", text: "by 1 < 2 resamples" };
const other = { title: "Standard error (±)", text: "over the labels" };

it("explains each note that tables share once, under its title", () => {
  const html = readingHtml([{ notes: [error, "own"] }, { notes: [other, error] }]);
  expect(html.match(/<dt>/g)).toHaveLength(1);
  expect(html.match(/by 1 &lt; 2 resamples/g)).toHaveLength(1);
  expect(html).toContain("over the labels");
  expect(html).not.toContain("own");
});

it("links a table to the explanations of its shared notes, one link per title", () => {
  const links = readingLinks([error, other, "own"]);
  const [, id] = /<a href="#([^"]*)">Standard error \(±\)<\/a>/.exec(links)!;
  expect(links.match(/<a /g)).toHaveLength(1);
  expect(readingHtml([{ notes: [error] }])).toContain(`id="${id}"`);
});

it("is empty without shared notes", () => {
  expect(readingHtml([{ notes: ["own"] }]) + readingLinks(["own"])).toBe("");
});
