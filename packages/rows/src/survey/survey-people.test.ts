import { fingerprint } from "@promptnce/engine";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { counted, paired, row, surveyed } from "./rows.test.support.ts";

const cues = fc.constantFrom("cat", "sun", "tree", "__proto__");
const labels = fc.constantFrom("a", "b", "c", "CONSTRUCTOR", "__proto__");
/** Pairs that are there once, with at least one answer among them. */
const counts = fc
  .uniqueArray(fc.tuple(cues, labels, fc.nat(50)), {
    minLength: 1,
    selector: ([cue, y]) => `${cue} ${y}`,
  })
  .filter((all) => all.some(([, , n]) => n > 0));

describe("what people did", () => {
  it("is known where rows are counted or a pair repeats, and only there", async () => {
    const once = [row("cat", "a"), row("cat", "b"), row("sun", "a")];
    expect((await surveyed(once)).people).toBeUndefined();
    const all = { columns: { ...paired, countsRows: true } };
    expect((await surveyed(once, all)).people?.conditional(fingerprint("cat"), "a")).toBe(0.5);
    expect((await surveyed([row("cat", "a", 1)], { columns: counted })).people).toBeDefined();
    const { people } = await surveyed([...once, row("cat", "a")]);
    expect(people?.conditional(fingerprint("cat"), "a")).toBeCloseTo(2 / 3, 12);
    expect(people?.pmi(fingerprint("cat"), "b")).toBeCloseTo(Math.log(1 / 3 / (1 / 4)), 12);
  });

  it("is the same of a counted table and of its rows, one an answer, in any order and split", async () => {
    await fc.assert(
      fc.asyncProperty(counts, fc.nat(), async (all, turn) => {
        const tables = [
          all.map(([cue, y, n]) => row(cue, y, n)),
          all.flatMap(([cue, y, n]) => [row(cue, y, n - (n >> 1)), row(cue, y, n >> 1)]).reverse(),
        ];
        const melted = all.flatMap(([cue, y, n]) => Array.from({ length: n }, () => row(cue, y)));
        const turned = melted.map((_, i) => melted[(i + turn) % melted.length]!);
        const found = [
          ...(await Promise.all(tables.map((rows) => surveyed(rows, { columns: counted })))),
          await surveyed(turned, { columns: { ...paired, countsRows: true } }),
        ];
        for (const [cue, y] of all.filter(([, , n]) => n > 0)) {
          const pmis = found.map(({ people }) => people!.pmi(fingerprint(cue), y));
          expect(new Set(pmis).size).toBe(1);
        }
      }),
    );
  });

  it("agrees with sums over all answers, whatever labels and inputs are called", async () => {
    await fc.assert(
      fc.asyncProperty(counts, async (all) => {
        const rows = all.map(([cue, y, n]) => row(cue, y, n));
        const found = await surveyed(rows, { columns: counted });
        const { people, marginal } = found;
        const sum = (of: readonly (typeof all)[number][]): number =>
          of.reduce((s, [, , n]) => s + n, 0);
        const total = sum(all);
        for (const [cue, y, n] of all) {
          const ofCue = sum(all.filter(([other]) => other === cue));
          const key = fingerprint(cue);
          expect(people?.count(key, y)).toBe(n);
          expect(people?.conditional(key, y)).toBe(ofCue === 0 ? undefined : n / ofCue);
          expect(people?.marginal.get(y)).toBeCloseTo(
            sum(all.filter(([, other]) => other === y)) / total,
            12,
          );
          expect(found.inputShare(key)).toBeCloseTo(ofCue / total, 12);
        }
        expect([...marginal.values()].reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      }),
    );
  });

  it("leaves inputs their share of the rows where nothing is counted, and strangers none", async () => {
    const found = await surveyed([
      row("cat", "a"),
      row("cat", "b"),
      row("sun", "a"),
      row("tree", "a"),
    ]);
    expect(found.inputShare(fingerprint("cat"))).toBe(0.5);
    expect(found.inputShare(fingerprint("moon"))).toBe(0);
  });
});
