import { describe, expect, it } from "vitest";
import { firstDoubt, tableFrom } from "./table.test.support.ts";

const texts = (i: number): readonly string[] => [
  `The lift stopped for an hour, again, as on day ${i}`,
  `A child waved at everybody who came by on day ${i}`,
];

describe("rows within the objects of a list are asked about by the name of their list", () => {
  it.each([
    ["Tweets", "Tweets.tweet_text", "Tweets.annotations.annotation"],
    ["comments", "comments.body", "comments.label"],
    ["data", "data.text", "data.labels.name"],
  ])("%s", (list, shown, label) => {
    const table = tableFrom({
      corpus: (i) => `C${i}`,
      [shown]: (i) => JSON.stringify(texts(i)),
      [label]: () => JSON.stringify([["care", "loyalty"], ["care"]]),
    });
    expect(firstDoubt(table)).toEqual({
      says: `${shown} has several texts in a row, as where the rows are those of ${list}`,
      options: [`\`sheet: "${list}"\``],
    });
  });

  it("but not where a row has a text and several people's labels", () => {
    const table = tableFrom({
      "data.text": (i) => texts(i)[0]!,
      "annotations.label": () => JSON.stringify(["calm", "busy"]),
    });
    expect(firstDoubt(table)?.options).not.toContain('`sheet: "annotations"`');
  });
});
