import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Dataset } from "@promptnce/core";
import { decomposition } from "@promptnce/core/information";
import { beforeAll, describe, expect, it } from "vitest";
import type { DatasetName } from "./files/manifest.ts";
import { readDataset } from "./read-dataset.ts";

/** The official files, which are never part of this repository. */
const folder =
  process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../shared/datasets");
const missing = (name: DatasetName) => !existsSync(join(folder, name));
const find = (dataset: Dataset, id: string) => dataset.observations.find((o) => o.id === id);

describe.skipIf(missing("words"))("the real USF norms", () => {
  let words: Dataset;
  beforeAll(async () => {
    words = await readDataset("words", folder);
  });

  it("hold 72,176 pairs over 10,469 labels and 5,018 cues, from eight files", () => {
    expect(words.observations).toHaveLength(72_176);
    expect(new Set(words.observations.map(({ id }) => id)).size).toBe(72_176);
    expect(words.labels).toHaveLength(10_469);
    expect(new Set(words.observations.map(({ x }) => x["cue"])).size).toBe(5018);
    expect(words.sources).toHaveLength(8);
  });

  it("say which targets were cues as well, and how many gave them", async () => {
    const strong = await readDataset(
      "words",
      folder,
      ({ normed, responses }) => normed && responses >= 5,
    );
    expect(strong.observations).toHaveLength(27_176);
    expect(strong.marginal).toEqual(words.marginal);
  });

  it("are decided by the marginal: R 3.545, ρ_marg .846", () => {
    const { R, rhoMarginal } = decomposition(words.observations);
    expect(R).toBeCloseTo(3.545, 3);
    expect(rhoMarginal).toBeCloseTo(0.846, 3);
  });

  it("give the paper's example SHOVE→PUSH .9359, .000503 and PMI 7.529", () => {
    const seen = find(words, "SHOVE→PUSH");
    expect(seen?.conditional).toBe(146 / 156);
    expect(seen?.marginal).toBeCloseTo(376 / 747_601, 15);
    expect(seen?.pmi).toBeCloseTo(7.529, 3);
  });

  it("have the words CUE, TARGET, NULL, TRUE, OTHER and CONSTRUCTOR", () => {
    const { labels, observations } = words;
    for (const word of ["CUE", "TARGET", "NULL", "NONE", "TRUE", "FALSE", "CONSTRUCTOR"]) {
      expect(labels).toContain(word);
    }
    expect(observations.filter(({ y }) => y === "OTHER")).toHaveLength(9);
  });

  it("leave .18 of a cue's answers unlisted, on average", () => {
    const { observations } = words;
    const listed = observations.reduce((sum, { conditional }) => sum + conditional, 0) / 5018;
    expect(listed).toBeCloseTo(0.82, 2);
  });
});

describe.skipIf(missing("chaosnli"))("the real ChaosNLI", () => {
  let chaosnli: Dataset;
  beforeAll(async () => {
    chaosnli = await readDataset("chaosnli", folder);
  });

  it("holds 3,980 pairs of 1,514 items over three labels, decided by the conditional", () => {
    const { observations, labels } = chaosnli;
    expect(observations).toHaveLength(3980);
    expect(new Set(observations.map(({ x }) => x)).size).toBe(1514);
    expect(labels).toHaveLength(3);
    const { R, rhoMarginal } = decomposition(observations);
    expect(R).toBeCloseTo(0.0665, 4);
    expect(rhoMarginal).toBeCloseTo(-0.086, 3);
  });

  it("gives the paper's example .92, .19943 and PMI 1.5289", () => {
    const seen = find(chaosnli, "3181322965.jpg#4r1c/contradiction");
    expect(seen?.conditional).toBe(0.92);
    expect(seen?.marginal).toBe(30_193 / 151_400);
    expect(seen?.pmi).toBeCloseTo(1.5289, 4);
  });

  it("has no text with stray outer spaces", () => {
    const texts = chaosnli.observations.flatMap(({ x }) => Object.values(x));
    expect(texts.filter((text) => text !== text.trim())).toEqual([]);
  });
});

describe.skipIf(missing("goemotions"))("the real GoEmotions", () => {
  let goemotions: Dataset;
  beforeAll(async () => {
    goemotions = await readDataset("goemotions", folder);
  });

  it("takes the whole corpus's marginal, so that the paper's example has PMI 2.5096", () => {
    const { marginal } = goemotions;
    expect(marginal.get("sadness")).toBeCloseTo(0.032519, 6);
    expect(Math.log(2 / 5) - Math.log(marginal.get("sadness") ?? 0)).toBeCloseTo(2.5096, 4);
    expect([...marginal.values()].reduce((sum, p) => sum + p, 0)).toBeCloseTo(1.2, 2);
  });

  it("answers for a text as its observations say, but for texts of several comments", () => {
    const comments = Map.groupBy(goemotions.observations, ({ x }) => x["comment"]);
    const single = [...comments.values()].filter(
      (seen) => new Set(seen.map(({ id }) => id.split("/")[0])).size === 1,
    );
    expect(single.length).toBeGreaterThan(1500);
    for (const { x, y, conditional } of single.flat()) {
      expect(goemotions.conditional(x, y)).toBe(conditional);
    }
  });
});
