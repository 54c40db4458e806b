import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FIRST_ASKED, FIRST_REPLY, firstPairs } from "./first-pairs.ts";
import { openingText } from "./opening.ts";

const folder = join(import.meta.dirname, "../../../../examples/first-pairs");
const read = (name: string): string => readFileSync(join(folder, name), "utf8");

interface KeptEstimate {
  readonly y: string;
  readonly status: string;
  readonly conditional: number;
  readonly marginal: number;
  readonly pmi: number;
}

/** The line of a kept result that estimates this label. */
function kept(name: string, label: string): KeptEstimate {
  const lines = read(name)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as KeptEstimate);
  return lines.find(({ y }) => y === label)!;
}

describe("the pairs that a newcomer sees", () => {
  it.each(firstPairs)("$y has the numbers that the kept result of $dataset has", (pair) => {
    const { conditional, marginal, pmi, status } = kept(`${pair.dataset}.jsonl`, pair.y);
    expect(conditional).toBeCloseTo(pair.said.conditional, 3);
    expect(marginal).toBeCloseTo(pair.said.marginal, 6);
    // Two zeros have no PMI, though a result writes 0 for it.
    const found = status === "zero" ? undefined : Math.round(100 * pmi) / 100;
    expect(found).toBe(pair.said.pmi);
    const byTokens = kept(`${pair.dataset}-tokens.jsonl`, pair.y).conditional;
    expect(byTokens).toBeCloseTo(pair.byTokens, 2);
  });

  it.each(firstPairs)("$y has people's PMI, log P(y|x) − log P(y), as printed", ({ people }) => {
    const pmi = Math.log(people.conditional) - Math.log(people.marginal);
    expect(Math.abs(pmi - people.pmi!)).toBeLessThan(0.02);
  });

  it("are quoted from the replies that were kept, on the day when they came", () => {
    const replies = read("words.replies.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { at: string; reply?: { text: string } });
    const texts = replies.map(({ reply }) => (reply?.text ?? "").replaceAll(/\s+/g, " "));
    expect(texts).toContain(FIRST_REPLY);
    expect(replies[1]!.at.slice(0, 10)).toBe(FIRST_ASKED);
  });

  it("stand in lines of at most 100 characters", () => {
    const widths = openingText()
      .split("\n")
      .map(({ length }) => length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(100);
  });
});
