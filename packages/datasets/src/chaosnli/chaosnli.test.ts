import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseChaosNli } from "./chaosnli.ts";

const SAMPLE = new URL("../../../../datasets/chaosnli/sample/chaosNLI_snli.jsonl", import.meta.url);
const bytes = readFileSync(SAMPLE);
const lines = bytes.toString().trimEnd().split("\n");
const file = (...content: string[]) => ({
  file: "f.jsonl",
  bytes: Buffer.from(content.join("\n")),
});
const [first = "", second = ""] = lines;

describe("parseChaosNli", () => {
  const chaosnli = parseChaosNli({ file: "chaosnli/chaosNLI_snli.jsonl", bytes });
  const find = (id: string) => chaosnli.observations.find((o) => o.id === id);

  it("counts votes in the order entailment, neutral, contradiction", () => {
    expect(find("sample0002.jpg#1r1c/contradiction")?.conditional).toBe(0.91);
    expect(find("sample0002.jpg#1r1c/entailment")?.conditional).toBe(0.01);
    expect(chaosnli.marginal.get("neutral")).toBeCloseTo((70 + 8 + 45) / 300, 15);
  });

  it("drops pairs without a vote from the observations but answers 0 for them", () => {
    expect(chaosnli.observations).toHaveLength(8);
    const x = find("sample0001.jpg#0r1n/neutral")?.x ?? {};
    expect(chaosnli.conditional(x, "contradiction")).toBe(0);
  });

  it("keeps the votes, and the label that SNLI itself has", () => {
    expect(find("sample0001.jpg#0r1n/entailment")).toMatchObject({
      raters: 100,
      responses: 30,
      snli: "neutral",
    });
    const own = parseChaosNli({ file: "f.jsonl", bytes }, ({ y, snli }) => y === snli);
    expect(own.observations.map(({ id }) => id)).toEqual(
      chaosnli.observations.flatMap(({ id, y, snli }) => (y === snli ? [id] : [])),
    );
    expect(own.observations.length).toBeGreaterThan(0);
  });

  it("takes stray outer spaces off the texts", () => {
    expect(find("sample0002.jpg#1r1c/neutral")?.x).toEqual({
      premise: "Two runners cross a wooden bridge at dawn.",
      hypothesis: "Two runners sit in a parked bus.",
    });
    expect(find("sample0003.jpg#2r1e/neutral")?.x["hypothesis"]).toBe("Somebody is making a toy.");
  });

  it("finds an input by its text, in whatever order its fields are written", () => {
    const x = find("sample0003.jpg#2r1e/neutral")?.x;
    const turned = { hypothesis: x?.["hypothesis"] ?? "", premise: x?.["premise"] ?? "" };
    expect(chaosnli.conditional(turned, "contradiction")).toBe(0.1);
  });

  it.each([
    [file(first, "{"), "f.jsonl line 2: not a JSON object on one line."],
    [file(first, first), "f.jsonl line 2: the item sample0001.jpg#0r1n was there before."],
    [file(first.replace("[30, 70, 0]", "[70, 30, 0]")), "line 1: label_count: disagrees with"],
    [file(first.replace("[30, 70, 0]", "[30, 70]")), "line 1: label_count"],
    [file(first.replaceAll("30", "0").replaceAll("70", "0")), "label_count: has no vote at all"],
    [file(second.replace('"premise"', '"text"')), "line 1: example.premise"],
    [file("[]"), "f.jsonl line 1: the line"],
    [file(""), "f.jsonl is empty."],
    [{ file: "f.jsonl", bytes: Buffer.from([0x7b, 0xff]) }, "f.jsonl is not UTF-8 text"],
  ])("says in one sentence what is wrong (case %#)", (bad, sentence) => {
    expect(() => parseChaosNli(bad)).toThrow(sentence);
  });
});
