import { describe, expect, it } from "vitest";
import type { Row } from "../input/read-rows.ts";
import { counted, paired, row, surveyed } from "./rows.test.support.ts";

const listed = (...all: readonly string[]) => ({ all, file: "l.txt" });

describe("a survey of rows", () => {
  it("counts rows, different inputs and rows that repeat an earlier pair", async () => {
    const rows = [row("cat", "a"), row("cat", "b"), row("sun", "a"), row("cat", "a")];
    expect(await surveyed(rows)).toMatchObject({ rows: 4, inputs: 2, repeated: 1 });
  });

  it("looks for labels that belong to a column only if asked to, and if no context is named", async () => {
    const rows = ["cat", "dog", "sun", "moon"].flatMap((cue, i) =>
      ["a", "b"].map((y): Row => {
        const one = row(cue, `${y} ${i % 2}`);
        const cell = (column: string) => (column === "kind" ? `kind ${i % 2}` : cue);
        const record = { columns: ["cue", "kind"], cell };
        return { ...one, record, context: { kind: `kind ${i % 2}` } };
      }),
    );
    expect(await surveyed(rows)).not.toHaveProperty("separation");
    const asked = { checksSeparation: true };
    await expect(surveyed(rows, asked)).rejects.toThrow("r.csv: labels belong to kind");
    expect(await surveyed(rows, { ...asked, labels: listed("a 0") })).toMatchObject({
      separation: { column: "kind", separation: "own" },
    });
    const given = [{ field: "kind", column: "kind" }];
    const named = await surveyed(rows, { ...asked, columns: { ...paired, given } });
    expect(named).not.toHaveProperty("separation");
  });

  it("does not depend on how many rows come at a time", async () => {
    const rows = [row("cat", "a"), row("sun", "b"), row("cat", "b"), row("tree", "a")];
    const [one, all] = [await surveyed(rows, {}, 1), await surveyed(rows, {}, 4)];
    const functions = { inputShare: 0, inContext: 0 };
    expect({ ...one, ...functions }).toEqual({ ...all, ...functions });
  });

  it("has the labels in the order they come, or in that of the list", async () => {
    const rows = [row("cat", "b"), row("sun", "a"), row("sun", "b")];
    expect((await surveyed(rows)).labels).toEqual(["b", "a"]);
    expect((await surveyed(rows, { labels: listed("a", "b", "c") })).labels).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("names labels that only look alike, of rows and of a list, and none where there are none", async () => {
    const rows = [row("cat", "Joy"), row("sun", "fear"), row("sun", "joy ")];
    const found = await surveyed(rows);
    expect(found.similarLabels).toEqual([["Joy", "joy "]]);
    expect(found.labels).toEqual(["Joy", "fear", "joy "]);
    const all = listed("Joy", "fear", "joy ", "FEAR");
    expect((await surveyed(rows, { labels: all })).similarLabels).toEqual([
      ["Joy", "joy "],
      ["fear", "FEAR"],
    ]);
    expect((await surveyed(rows.slice(0, 2))).similarLabels).toEqual([]);
  });

  it("counts apart the rows that cannot be used, and knows their columns: of objects all that come", async () => {
    const record = (...columns: string[]) => ({ record: { columns, cell: () => "" } });
    const rows = [
      { ...row("cat", "b"), ...record("cue", "y") },
      { ...row("sun", "c", undefined, 3), ...record("note", "cue"), problem: "y is empty" },
      { ...row("sun", "a"), ...record("cue", "id", "y") },
    ];
    expect(await surveyed(rows)).toMatchObject({
      rows: 2,
      labels: ["b", "a"],
      unusable: { rows: 1, first: "line 3: y is empty" },
      header: ["cue", "y", "note", "id"],
    });
    const { columns } = { columns: ["cue", "note", "note"] };
    const header = rows.map((one) => ({ ...one, record: { columns, cell: () => "" } }));
    expect((await surveyed(header)).header).toEqual(columns);
  });

  it("knows the labels of a list also where no row has one", async () => {
    const found = await surveyed([row("cat"), row("sun")], {
      columns: { x: paired.x },
      labels: listed("a", "b"),
    });
    expect(found.labels).toEqual(["a", "b"]);
    expect([...found.marginal.values()]).toEqual([0.5, 0.5]);
    expect(found.examples).toEqual([]);
  });
});

it("counts that add up to more than a number can hold are refused", async () => {
  const rows = [row("cat", "a", 1e308), row("cat", "b", 1e308)];
  await expect(surveyed(rows, { columns: counted })).rejects.toThrow(
    "r.csv: the n add up to more than a number can hold; give counts of people who answered.",
  );
});

describe("what distractors are drawn by", () => {
  it("is how often each label occurs, in rows or in answers", async () => {
    const rows = [row("cat", "a", 6), row("sun", "a", 3), row("sun", "b", 1)];
    expect([...(await surveyed(rows, { columns: counted })).marginal]).toEqual([
      ["a", 0.9],
      ["b", 0.1],
    ]);
    const once = [row("cat", "a"), row("sun", "a"), row("sun", "b"), row("tree", "a")];
    expect([...(await surveyed(once)).marginal]).toEqual([
      ["a", 0.75],
      ["b", 0.25],
    ]);
  });

  it("takes a listed label that never occurs as if it had once, so that it can be drawn", async () => {
    const rows = [row("cat", "a", 3)];
    const { marginal, people } = await surveyed(rows, {
      columns: counted,
      labels: listed("a", "b"),
    });
    expect([...marginal]).toEqual([
      ["a", 0.75],
      ["b", 0.25],
    ]);
    expect(people?.marginal.get("b")).toBe(0);
  });

  it("can draw a label that nobody gave and no list names", async () => {
    const rows = [row("cat", "a", 3), row("cat", "b", 0)];
    const { marginal, people } = await surveyed(rows, { columns: counted });
    expect([...marginal]).toEqual([
      ["a", 0.75],
      ["b", 0.25],
    ]);
    expect(people?.marginal.get("b")).toBe(0);
  });

  it("is all on the one label there is", async () => {
    expect([...(await surveyed([row("cat", "a"), row("sun", "a")])).marginal]).toEqual([["a", 1]]);
  });
});

describe("the examples a survey takes", () => {
  it("are four pairs of different inputs, none of which nobody gave", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => row(`cue ${i % 10}`, `label ${i}`, i % 2));
    const { examples } = await surveyed(rows, { columns: counted });
    expect(new Set(examples.map(({ x }) => x["cue"])).size).toBe(4);
    const given = new Set(rows.filter(({ count }) => count === 1).map(({ y }) => y));
    expect(examples.filter(({ y }) => !given.has(y))).toEqual([]);
  });

  it("are the same whatever order the rows come in", async () => {
    const rows = Array.from({ length: 60 }, (_, i) =>
      row(`cue ${i >> 1}`, i % 2 === 0 ? "a" : "b"),
    );
    const [forth, back] = [await surveyed(rows), await surveyed(rows.toReversed())];
    expect(forth.examples).toEqual(back.examples);
  });

  it.each([
    ["counted", (x: string) => [row(x, "a", 8), row(x, "b", 2)]],
    [
      "given by rows",
      (x: string) => [...Array.from({ length: 8 }, () => row(x, "a")), row(x, "b"), row(x, "b")],
    ],
  ])("show each y as often as it was %s", async (_, answersTo) => {
    const rows = Array.from({ length: 10 }, (__, i) => answersTo(`cue ${i}`)).flat();
    const columns = rows[0]?.count === undefined ? undefined : { columns: counted };
    const shown: string[] = [];
    for (let seed = 0; seed < 100; seed++) {
      const { examples } = await surveyed(rows, { ...columns, seed: String(seed) });
      shown.push(...examples.map(({ y }) => y));
    }
    expect(shown).toHaveLength(400);
    expect(Math.abs(shown.filter((y) => y === "a").length / 400 - 0.8)).toBeLessThan(0.08);
  });

  it("are fewer where there are fewer inputs", async () => {
    expect(
      (await surveyed([row("cat", "a"), row("cat", "b"), row("sun", "a")])).examples,
    ).toHaveLength(2);
  });
});

describe("a survey refuses", () => {
  it.each([
    [
      "rows of which none can be used, with what is in the way of the first",
      [7, 9].map((line) => ({
        ...row("cat", "z", undefined, line),
        problem: `n is empty (${line})`,
      })),
      {},
      "r.csv, line 7: n is empty (7), and no other row can be used either; check the columns that you named.",
    ],
    ["a file without rows", [], {}, "r.csv has a header but no rows: add some."],
    [
      "counts that are all 0",
      [row("cat", "a", 0), row("sun", "a", 0)],
      { columns: counted },
      "r.csv: every n is 0; give counts of people who answered.",
    ],
  ])("%s", async (_, rows, more, sentence) => {
    await expect(surveyed(rows, more)).rejects.toThrow(sentence);
  });
});
