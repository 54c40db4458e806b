import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseWords } from "./words.ts";

const SAMPLE = new URL("../../../../datasets/words/sample/", import.meta.url);
const parts = ["Cue_Target_Pairs.A-B", "Cue_Target_Pairs.C"].map((name) => {
  return { file: `words/${name}`, bytes: readFileSync(new URL(name, SAMPLE)) };
});
const REST = ", x".repeat(26);
const part = (...lines: string[]) => [{ file: "part", bytes: Buffer.from(lines.join("\n")) }];

describe("parseWords", () => {
  const words = parseWords(parts);
  const find = (id: string) => words.observations.find((o) => o.id === id);

  it("takes P(y|x) from #P / #G and P(y) from all answers, each cue's #G counted once", () => {
    const seen = find("ABLIN→BREEM");
    expect(seen).toMatchObject({ x: { cue: "ABLIN" }, y: "BREEM" });
    expect(seen?.conditional).toBeCloseTo(11 / 20, 15);
    expect(seen?.marginal).toBeCloseTo(16 / 70, 15);
    expect(seen?.pmi).toBeCloseTo(Math.log(11 / 20 / (16 / 70)), 14);
  });

  it("knows the header by its third field, so that CUE and TARGET stay words", () => {
    expect(find("CUE→TARGET")?.conditional).toBe(0.6);
    expect(find("CRINTH→CUE")?.marginal).toBe(5 / 70);
    expect(words.observations).toHaveLength(11);
    expect(words.labels).toHaveLength(10);
  });

  it("keeps words that look like something else: OTHER, NULL, CONSTRUCTOR, blanks and signs", () => {
    const odd = ["OTHER", "NULL", "CONSTRUCTOR", "SNOR-LAP", "O'DRELL", "FULL %", "DRUM TOB!"];
    expect(words.labels).toEqual(expect.arrayContaining(odd));
    expect(words.conditional({ cue: "CUE" }, "CONSTRUCTOR")).toBe(0.2);
    expect(words.conditional({ cue: "ABLIN" }, "CONSTRUCTOR")).toBe(0);
    expect(words.conditional({ cue: "ABLIN" }, "toString")).toBe(0);
  });

  it("leaves mass over for answers that only one person gave", () => {
    const mass = words.labels.reduce((sum, y) => sum + words.conditional({ cue: "CUE" }, y), 0);
    expect(mass).toBeCloseTo(0.8, 15);
  });

  it("keeps #P, #G and whether the target was a cue, and has the pairs that are wanted by them", () => {
    expect(find("ABLIN→BREEM")).toMatchObject({ raters: 20, responses: 11 });
    const wanted = parseWords(parts, ({ normed, responses }) => normed && responses >= 5);
    const expected = words.observations.filter(({ normed, responses }) => normed && responses >= 5);
    expect(wanted.observations).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(words.observations.length);
    // What is left out was said all the same.
    expect(wanted.marginal).toEqual(words.marginal);
    expect(wanted.labels).toEqual(words.labels);
  });

  it("throws for a cue that is not in the norms", () => {
    expect(() => words.conditional({ cue: "NOWHERE" }, "BREEM")).toThrow(
      'words has no input {"cue":"NOWHERE"}',
    );
  });

  it("reads gzip as well, and says the same of it", () => {
    const packed = parts.map(({ file, bytes }) => ({
      file: `${file}.gz`,
      bytes: gzipSync(bytes),
    }));
    const again = parseWords(packed);
    expect(again.observations).toEqual(words.observations);
    expect(again.sources).toEqual(words.sources);
    expect(words.sources[1]).toMatchObject({ file: "words/Cue_Target_Pairs.C", bytes: 713 });
  });

  it.each([
    [["A, B, NO, 10, 2"], "line 1: expected 31 fields separated by a comma and a space, found 5"],
    [[`A, B, MAYBE, 10, 2${REST}`], 'line 1: NORMED? (field 3) is "MAYBE", expected YES or NO'],
    [["", `A, B, NO, ten, 2${REST}`], 'line 2: #G (field 4) is "ten", expected a count'],
    [
      [`A, B, NO, 10, 11${REST}`],
      '#P (field 5) is "11", expected a count from 1 to #G, which is 10',
    ],
    [[`A, B, NO, 10, 0${REST}`], '#P (field 5) is "0"'],
    [[`A, , NO, 10, 2${REST}`], "the cue or the target (fields 1 and 2) is empty"],
    [[`A, B, NO, 10, 2${REST}`, `A, C, NO, 11, 2${REST}`], "line 2: #G of A is 11 here and 10"],
    [
      [`A, B, NO, 10, 2${REST}`, `A, B, NO, 10, 2${REST}`],
      "line 2: the pair A, B was there before",
    ],
    [["<HTML>", "</HTML>"], "part holds no pair"],
  ])("says in one sentence what is wrong with %j", (lines, sentence) => {
    expect(() => parseWords(part(...lines))).toThrow(sentence);
  });

  it("names every bad line, not only the first", () => {
    const bad = part(`A, B, NO, 10, 11${REST}`, `A, C, NO, 10, 2${REST}`, "A, B");
    expect(() => parseWords(bad)).toThrow(/^part line 1: .*\.\npart line 3: .*\.$/);
  });

  it("shows the first ten bad lines of many and counts the rest", () => {
    expect(() => parseWords(part(...Array<string>(25).fill("A, B")))).toThrow(
      /line 10: .*\n… and 15 more like these\.$/,
    );
  });
});
