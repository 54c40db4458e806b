import { syntheticWorld } from "@promptnce/datasets/worlds";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../study/config.ts";
import { prepareStudies, prepareStudy } from "../../study/study.ts";
import { errorModels } from "./error-models.ts";
import { methodsFor, SEEDS, underErrors } from "./under-errors.ts";

const config = parseConfig({ dataset: "synthetic-goemotions", pairs: "60", dev: "0" });
const studies = await prepareStudies(config);
const setting = { config, studies };
const cells = underErrors(studies[0]!, setting);
const of = (errors: string, id: string) => cells.find((cell) => cell.errors === errors && cell.method.id === id)!;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("underErrors", () => {
  it("has a ρ of each seed, and the reference's, of every method under every error model", () => {
    const ids = new Set(cells.map(({ method }) => method.id));
    expect(cells).toHaveLength(ids.size * Object.keys(errorModels).length);
    for (const { rhos, reference, dataset } of cells) {
      expect([rhos.length, reference.length, dataset]).toEqual([SEEDS, SEEDS, "synthetic-goemotions"]);
      expect(rhos.every((rho) => Math.abs(rho) <= 1)).toBe(true);
    }
    expect(of("all", "promptnce").rhos).toEqual(of("all", "marginalnce").reference);
  });

  it.each([
    "direct-split",
    "direct-split:empirical",
    "promptnce",
    "promptnce+digits",
    "promptnce:empirical",
    "promptnce:contrastive",
  ])("loses nothing by %s where the respondent is truthful", (id) => {
    expect(of("truthful", id).rhos).toEqual(Array(SEEDS).fill(1));
  });

  it("leaves out the ungrounded marginal, which is the grounded one to these respondents, and counts labels", () => {
    const ids = cells.map(({ method }) => method.id);
    expect(ids.filter((id) => id.endsWith(":ungrounded"))).toEqual([]);
    expect(ids).toContain("promptnce:counted");
  });

  it("gains by labels that people counted where the respondent errs about base rates", () => {
    const gain = of("base rate", "promptnce:counted").rhos.map((rho, i) => rho - of("base rate", "promptnce").rhos[i]!);
    expect(mean(gain)).toBeGreaterThan(0.05);
  });

  it("has who knows nothing but P(y) among the methods", () => {
    expect(mean(of("truthful", "nothing:empirical").rhos)).toBeLessThan(0.95);
  });

  it("finds that a bias of labels costs nothing where both terms have it, and much where P(y) is counted", () => {
    const lost = (errors: string, id: string): number => mean(of("truthful", id).rhos) - mean(of(errors, id).rhos);
    expect(lost("label", "direct-split")).toBeLessThan(lost("label", "direct-split:empirical"));
    expect(lost("base rate", "direct-split")).toBeGreaterThan(lost("base rate", "direct-split:empirical"));
  });

  it("says the same again, and something else by another seed", { tags: "full" }, async () => {
    const rhosBy = async (seed: string) => {
      const small = parseConfig({ dataset: "synthetic-chaosnli", pairs: "10", dev: "0", seed });
      const few = { config: small, studies: await prepareStudies(small) };
      return underErrors(few.studies[0]!, few).map(({ rhos }) => rhos);
    };
    const first = await rhosBy("1");
    expect(await rhosBy("1")).toEqual(first);
    expect(await rhosBy("2")).not.toEqual(first);
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
