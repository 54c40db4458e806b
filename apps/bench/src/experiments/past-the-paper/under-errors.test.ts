import { syntheticWorld } from "@promptnce/datasets/worlds";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../study/config.ts";
import { prepareStudies, prepareStudy } from "../../study/study.ts";
import { errorModels } from "./error-models.ts";
import { methodsFor, SEEDS, underErrors } from "./past-the-paper.ts";

const config = parseConfig({ dataset: "synthetic-goemotions", pairs: "60", dev: "0" });
const studies = await prepareStudies(config);
const setting = { config, studies };
const methods = underErrors(studies[0]!, setting);
const names = Object.keys(errorModels);
/** Less the reference; of the reference itself ρ. */
const of = (errors: string, id: string): readonly number[] =>
  methods.find(({ method }) => method.id === id)!.figures[names.indexOf(errors)]!;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("underErrors", () => {
  it("has a figure of each seed, of every method under every error model", () => {
    expect(new Set(methods.map(({ method }) => method.id)).size).toBe(methods.length);
    for (const { figures, dataset } of methods) {
      expect([dataset, figures.length]).toEqual(["synthetic-goemotions", names.length]);
      for (const seeds of figures) {
        expect(seeds).toHaveLength(SEEDS);
        expect(seeds.every((figure) => Math.abs(figure) <= 2)).toBe(true);
      }
    }
  });

  it("has ρ itself of the reference, and of the others their difference to it", () => {
    expect(of("truthful", "promptnce")).toEqual(Array(SEEDS).fill(1));
    expect(Math.max(...of("truthful", "nothing:empirical"))).toBeLessThan(0);
  });

  it.each([
    "direct-split",
    "direct-split:empirical",
    "promptnce+digits",
    "promptnce:empirical",
    "promptnce:contrastive",
  ])("loses nothing by %s where the respondent is truthful", (id) => {
    expect(of("truthful", id)).toEqual(Array(SEEDS).fill(0));
  });

  it("leaves out the ungrounded marginal, which is the grounded one to these respondents, and counts labels", () => {
    const ids = methods.map(({ method }) => method.id);
    expect(ids.filter((id) => id.endsWith(":ungrounded"))).toEqual([]);
    expect(ids).toContain("promptnce:counted");
  });

  it("gains by labels that people counted where the respondent errs about base rates", () => {
    expect(mean(of("base rate", "promptnce:counted"))).toBeGreaterThan(0.05);
  });

  it("has who knows nothing but P(y) among the methods", () => {
    expect(mean(of("truthful", "nothing:empirical"))).toBeLessThan(-0.05);
  });

  it("finds that a bias of labels costs nothing where both terms have it, and much where P(y) is counted", () => {
    expect(mean(of("label", "direct-split:empirical"))).toBeLessThan(mean(of("label", "direct-split")));
    expect(mean(of("base rate", "direct-split:empirical"))).toBeGreaterThan(mean(of("base rate", "direct-split")));
  });

  it("says the same again, and something else by another seed", { tags: "full" }, async () => {
    const figuresBy = async (seed: string) => {
      const small = parseConfig({ dataset: "synthetic-chaosnli", pairs: "10", dev: "0", seed });
      const few = { config: small, studies: await prepareStudies(small) };
      return underErrors(few.studies[0]!, few).map(({ figures }) => figures);
    };
    const first = await figuresBy("1");
    expect(await figuresBy("1")).toEqual(first);
    expect(await figuresBy("2")).not.toEqual(first);
  });
});

describe("methodsFor", () => {
  const idsFor = (dataset: (typeof studies)[number]["dataset"], counts?: number): readonly string[] =>
    methodsFor(prepareStudy(dataset, config), { studies, config: { ...config, counts } });

  it("has an implied marginal only where labels are few enough for the pairs, and none for who identifies", () => {
    const implied = (dataset: (typeof studies)[number]["dataset"]) =>
      idsFor(dataset).filter((id) => id.endsWith(":implied"));
    expect(implied(syntheticWorld("chaosnli"))).toEqual(
      ["direct-split", "marginalnce", "promptnce", "attenuated"].map((name) => `${name}:implied`),
    );
    expect(implied(syntheticWorld("words"))).toEqual([]);
  });

  it("has a counted marginal only where it is said how many are counted", () => {
    expect(idsFor(studies[0]!.dataset)).not.toContain("promptnce:counted");
    expect(idsFor(studies[0]!.dataset, 100)).toContain("promptnce:counted");
  });
});
