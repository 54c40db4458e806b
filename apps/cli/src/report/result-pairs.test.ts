import { describe, expect, it } from "vitest";
import { type ResultLine, resultPairs } from "@promptnce/rows/results";
import { resultLine } from "./result-line.test.support.ts";
import { resultPairRow } from "./report-page.ts";

/** The pairs of rows that come so many at a time, as text. */
async function paired(rows: readonly ResultLine[], size = 2): Promise<string[]> {
  async function* batches(): AsyncGenerator<readonly ResultLine[]> {
    for (let from = 0; from < rows.length; from += size) {
      yield rows.slice(from, from + size);
    }
  }
  const all: string[] = [];
  for await (const pair of resultPairs(batches())) {
    all.push(pair.map(({ x, y, estimate: { method } }) => `${x[0]} ${y} ${method.id}`).join(", "));
  }
  return all;
}

const both = (x: string, y: string) =>
  ["promptnce", "infonce"].map((id) => resultLine(x, y, {}, id));

describe("the rows of a result", () => {
  it("are grouped if they follow each other with the same pair, in batches of any size", async () => {
    const rows = [...both("cat", "a"), ...both("cat", "b"), ...both("sun", "a")];
    const wanted = ["cat a", "cat b", "sun a"].map((pair) => `${pair} promptnce, ${pair} infonce`);
    expect(await paired(rows, 1)).toEqual(wanted);
    expect(await paired(rows, 4)).toEqual(wanted);
  });

  it("are two pairs if a pair comes again with the same method", async () => {
    expect(await paired([...both("cat", "a"), ...both("cat", "a")])).toHaveLength(2);
  });

  it("are not grouped if labels are ranked, since methods then stand apart", async () => {
    const [a, b] = [both("cat", "a"), both("cat", "b")] as [ResultLine[], ResultLine[]];
    expect(await paired([a[0]!, b[0]!, b[1]!, a[1]!])).toEqual([
      "cat a promptnce",
      "cat b promptnce, cat b infonce",
      "cat a infonce",
    ]);
  });

  it("are no pairs if there are none", async () => {
    expect(await paired([])).toEqual([]);
  });
});

describe("the row of a pair on the page", () => {
  it("has x, y, its place, people's numbers and every method's estimate", () => {
    const truth = { conditional: 0.5, marginal: 0.25, pmi: Math.log(2) };
    const first = resultLine("cat", "a", { line: 7, x: ["p", "h"], truth });
    const unread = resultLine("cat", "a", { line: 8 }, "infonce");
    const second = {
      ...unread,
      estimate: { ...unread.estimate, estimate: {}, readable: false, other: 0.1 },
    };
    expect(resultPairRow([first, second])).toEqual({
      dataset: "",
      model: "v:m",
      pair: "line 7",
      x: "p / h",
      y: "a",
      ...truth,
      estimates: [
        { method: "PROMPTNCE", pmi: 1, status: "ok", asked: [] },
        { method: "INFONCE", other: 0.1, status: "unreadable", asked: [] },
      ],
    });
  });

  it("has no truth if the file has none", () => {
    expect(resultPairRow([resultLine("cat", "a")])).not.toHaveProperty("pmi");
  });
});
