import { fingerprint } from "@promptnce/engine";
import { describe, expect, it } from "vitest";
import type { Row } from "../input/read-rows.ts";
import { row, surveyed } from "./rows.test.support.ts";

const listed = (...all: readonly string[]) => ({ all, file: "l.txt" });

describe("a survey of rows in contexts", () => {
  const columns = {
    x: [{ field: "cue", column: "cue" }],
    y: "response",
    count: "n",
    given: [{ field: "question", column: "question" }],
  };
  const inQuestion = (question: string, cue: string, y: string, count: number): Row => {
    const own = row(cue, y, count);
    return { ...own, context: { question }, key: fingerprint(cue, question) };
  };
  const rows = [
    inQuestion("big", "men", "a", 8),
    inQuestion("big", "men", "b", 2),
    inQuestion("often", "men", "a", 1),
    inQuestion("often", "women", "a", 4),
    inQuestion("often", "women", "c", 5),
  ];

  it("has labels, base rates, inputs and shares of each, whatever others have", async () => {
    const found = await surveyed(rows, { columns });
    const [big, often] = [{ question: "big" }, { question: "often" }];
    expect(found.contexts).toHaveLength(2);
    expect(found.inContext(big)).toMatchObject({ inputs: 1, labels: ["a", "b"] });
    expect(found.inContext(often)).toMatchObject({ inputs: 2, labels: ["a", "c"] });
    expect(found.people!.marginalIn(big)).toEqual(
      new Map([
        ["a", 0.8],
        ["b", 0.2],
      ]),
    );
    expect(found.people!.marginalIn({ question: "none" })).toEqual(new Map());
    expect(found.inputShare(rows[2]!.key, often)).toBe(0.1);
    expect(found.people!.pmi(rows[3]!.key, "a", often)).toBeCloseTo(Math.log(4 / 9 / 0.5), 12);
  });

  it("has the base rates of all in each where a list says which labels there are", async () => {
    const found = await surveyed(rows, { columns, labels: listed("a", "b", "c") });
    expect(found.inContext({ question: "big" }).labels).toEqual(["a", "b", "c"]);
  });

  it("counts rows of a person each by what they weigh", async () => {
    const { count: _, ...uncounted } = columns;
    const weighed = [
      ...["a", "a", "b"].map((y) => inQuestion("big", "men", y, 0.5)),
      inQuestion("big", "women", "a", 1.5),
    ];
    const { people } = await surveyed(weighed, { columns: { ...uncounted, weight: "w" } });
    expect(people!.conditional(weighed[0]!.key, "a")).toBeCloseTo(2 / 3, 12);
    expect(people!.marginalIn({ question: "big" }).get("a")).toBeCloseTo(2.5 / 3, 12);
  });
});
