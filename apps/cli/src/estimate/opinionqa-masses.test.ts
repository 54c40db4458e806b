import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { spearman } from "@promptnce/core/correlation";
import { type Cells, estimated, parsed } from "./recorded-masses.test.support.ts";

/** Recorded replies to OpinionQA, as tables; each file is read in place. */
const recorded =
  process.env["PROMPTNCE_TEST_RECORDED"] ??
  join(import.meta.dirname, "../../../../../shared/recorded");
const isThere = existsSync(join(recorded, "opinionqa-models.csv.gz"));
const tableIn = (name: string): Cells[] =>
  parsed(gunzipSync(readFileSync(join(recorded, name))).toString("utf8"));

const pairOf = ({ question, attribute, group, answer }: Cells) =>
  JSON.stringify([question, attribute, group, answer]);

/**
 * A user's data: the number of people who gave each answer, beside a model's estimate if it was
 * asked.
 */
function opinions(): Map<string, Cells[]> {
  const people = tableIn("opinionqa-people.csv.gz");
  const replies = Map.groupBy(
    tableIn("opinionqa-models.csv.gz"),
    ({ model, way }) => `${model}, ${way}`,
  );
  const joined = (rows: readonly Cells[]): Cells[] => {
    const known = new Map(rows.map((row) => [pairOf(row), row]));
    return people.map(({ people: human_count, ...row }) => {
      const { mass = "", base_rate = "" } = known.get(pairOf(row)) ?? {};
      return { ...row, mass, base_rate, human_count: human_count! };
    });
  };
  return new Map(Array.from(replies, ([name, rows]) => [name, joined(rows)]));
}

/**
 * ρ of P̂(y | x), of P̂(y), and of PMI with the own, the counted and the implied base rate, without
 * empty replies; the first three over the pairs with a base rate of their own.
 */
const figures: Readonly<Record<string, readonly number[]>> = {
  "gpt-4, verbal": [0.7447, 0.7513, 0.3165, 0.305, 0.4449],
  "anthropic_opus, verbal": [0.8032, 0.8168, 0.3392, 0.3419, 0.3829],
  "anthropic_haiku, verbal": [0.6406, 0.6785, 0.2556, 0.2836, 0.3287],
  "llama3-70b, verbal": [0.6262, 0.644, 0.2962, 0.2154, 0.4258],
  "gpt-3.5-turbo-0125, verbal": [0.4396, 0.4591, 0.1199, 0.131, 0.1714],
  "gpt-4, samples": [0.6397, 0.5274, 0.1977, 0.2166, 0.2715],
  "anthropic_opus, samples": [0.7327, 0.7674, 0.2854, 0.2885, 0.3828],
  "anthropic_haiku, samples": [0.5458, 0.4622, 0.2266, 0.2407, 0.2957],
  "llama3-70b, samples": [0.5909, 0.5791, 0.2386, 0.2489, 0.3664],
  "gpt-3.5-turbo-0125, samples": [0.3174, 0.3541, 0.014, 0.0535, 0.0377],
  "gpt-4, logprobs": [0.6782, 0.6172, 0.2876, 0.2652, 0.417],
  "llama3-70b, logprobs": [0.5584, 0.5838, 0.1786, 0.1638, 0.2989],
  "gpt-3.5-turbo-0125, logprobs": [0.3335, 0.324, 0.0134, 0.0868, 0.0961],
};

describe.runIf(isThere)("OpinionQA, given question and attribute", () => {
  const all = isThere ? opinions() : new Map<string, Cells[]>();

  const ways = Object.keys(figures);
  it.each(ways)(
    "gives the recorded data's values in one command: %s",
    { tags: "full" },
    async (name) => {
      const { status, rows } = await estimated(
        all.get(name)!,
        "--x",
        "group",
        "--y",
        "answer",
        "--given",
        "question,attribute",
      );
      expect(status).toBe(0);
      const methods = Map.groupBy(rows(), ({ method }) => method!.split(":")[1]!);
      const rho = (marginal: string, term: string): number => {
        const own = methods.get(marginal)!.filter(({ status }) => status !== "unreadable");
        const column = (of: string) => own.map((row) => Number(row[of]));
        return Math.round(1e4 * spearman(column(term), column(`true_${term}`))) / 1e4;
      };
      const found = [
        rho("ungrounded", "conditional"),
        rho("ungrounded", "marginal"),
        ...["ungrounded", "empirical", "implied"].map((marginal) => rho(marginal, "pmi")),
      ];
      expect(found).toEqual(figures[name]);
    },
  );
});
