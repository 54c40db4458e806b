import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameBuilder, type FrameRow } from "./frame-builder.ts";
import { pairsAt } from "./frame.ts";

function frameOf(rows: readonly FrameRow[], columns = ["a", "b"]) {
  const builder = frameBuilder(columns);
  for (const row of rows) {
    builder.add(row);
  }
  return builder.build();
}

const row = (x: string, y: string, ...pmi: (number | undefined)[]): FrameRow => ({
  x,
  y,
  truth: { pmi: 1 },
  estimates: pmi.map((value) => (value === undefined ? undefined : { pmi: value })),
});

describe("a frame", () => {
  it("has a pair for each context, x and y, with its rows counted", () => {
    const { pairs, keys } = frameOf([
      row("cat", "dog", 1, 2),
      { ...row("cat", "dog", 1, 2), context: { question: "q" } },
      row("cat", "sun", 1, 2),
      row("cat", "dog", 1, 2),
    ]);
    expect(pairs).toBe(3);
    expect([...keys.rows]).toEqual([2, 1, 1]);
    expect(keys.texts).toMatchObject({ x: ["cat"], labels: ["dog", "sun"] });
  });

  it("averages estimates of a pair that differ, says of how many pairs, and is exact where none do", () => {
    const third = 1 / 3;
    const frame = frameOf([
      row("cat", "dog", third, 1),
      row("cat", "dog", third, undefined),
      row("cat", "dog", third, 4),
      row("day", "sun", undefined, undefined),
    ]);
    const [a, b] = frame.columns;
    expect([a!.pmi[0], a!.averaged]).toEqual([third, 0]);
    expect([b!.pmi[0], b!.averaged]).toEqual([2.5, 1]);
    expect([a!.pmi[1], b!.pmi[1]]).toEqual([NaN, NaN]);
  });

  it("takes an estimate without terms, of a reply that could not be read, for none", () => {
    const unread = { ...row("cat", "dog"), estimates: [{}] };
    const [a] = frameOf([unread, row("cat", "dog", 2), unread], ["a"]).columns;
    expect([a!.pmi[0], a!.averaged]).toEqual([2, 0]);
  });

  it("is the same whatever the order of its rows", () => {
    const some = fc.array(fc.tuple(fc.constantFrom("p", "q", "r"), fc.constantFrom("a", "b")), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(some, (keys) => {
        const rows = keys.map(([x, y]) => row(x, y, x.charCodeAt(0), y.charCodeAt(0)));
        expect(frameOf(rows.toReversed())).toEqual(frameOf(rows));
      }),
    );
  });

  it("numbers the fields of contexts that have several, also of some of its pairs", () => {
    const frame = frameOf(
      ["p", "q", "r"].map((question, i) => ({
        ...row(`x${i}`, "yes", 1, 1),
        context: { question, group: i < 2 ? "old" : "young" },
      })),
    );
    const counts = ({ keys }: typeof frame) => keys.fields.map(({ name, count }) => [name, count]);
    expect(counts(frame)).toEqual([
      ["question", 3],
      ["group", 2],
    ]);
    const old = frame.keys.fields[1]!.of;
    const places = [...old.keys()].filter((i) => old[i] === old[0]);
    expect(counts(pairsAt(frame, places))).toEqual([
      ["question", places.length],
      ["group", 1],
    ]);
  });
});

describe("a frame of many pairs", () => {
  const rows = Array.from({ length: 600 }, (_, i): FrameRow => {
    const known = i % 2 === 0 ? { pmi: 1 } : { conditional: 0 };
    return { x: `x${i}`, y: "a", truth: known, estimates: [{ pmi: i }] };
  });
  const drawn = (all: readonly FrameRow[], most: number) => {
    const builder = frameBuilder(["a"], { most, seed: "1" });
    for (const one of all) {
      builder.add(one);
    }
    return { builder, estimates: [...builder.build().columns[0]!.pmi] };
  };

  it("keeps those with people's PMI first, and says what is a draw", () => {
    const all = drawn(rows, 400);
    expect(all.estimates.filter((i) => i % 2 === 0)).toHaveLength(300);
    expect(all.estimates).toHaveLength(400);
    expect(all.builder).toMatchObject({ rows: 600, isWhole: false, isDrawn: false });
    expect(drawn(rows, 200).builder).toMatchObject({ isWhole: false, isDrawn: true });
    expect(drawn(rows, 600).builder).toMatchObject({ isWhole: true, isDrawn: false });
  });

  it("draws the same pairs whatever the order and number of their rows", () => {
    const { estimates } = drawn(rows, 50);
    expect(drawn([...rows, ...rows].toReversed(), 50).estimates).toEqual(estimates);
    expect(new Set(estimates).size).toBe(50);
  });
});
