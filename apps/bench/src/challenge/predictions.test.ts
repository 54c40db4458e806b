import { describe, expect, it } from "vitest";
import { checkVersion, readPredictions } from "./predictions.ts";
import { predictionsFile } from "./truthful.test.support.ts";
import { versions } from "./versions.ts";

const id = (digit: number) => `words-1/00000000000${digit}`;

describe("readPredictions", () => {
  it("takes PMI as stated, or of its terms, a zero of which counts as 1e-6", () => {
    const path = predictionsFile("id,pmi,conditional,marginal", [
      `${id(1)},2,.5,.25`,
      `${id(2)},,.5,.25`,
      `${id(3)},,0,.25`,
    ]);
    const { byId } = readPredictions(path);
    expect(byId.get(id(1))).toEqual({ pmi: 2, conditional: 0.5, marginal: 0.25 });
    expect(byId.get(id(2))!.pmi).toBeCloseTo(Math.log(2), 12);
    expect(byId.get(id(3))!.pmi).toBeCloseTo(Math.log(1e-6 / 0.25), 12);
  });

  it("leaves out pairs with empty cells, and lines that are empty", () => {
    const lines = [`${id(1)},,`, "", `${id(2)},.5,`, `${id(3)},.5,.5`];
    const { byId } = readPredictions(predictionsFile("id,conditional,marginal", lines));
    expect([...byId.keys()]).toEqual([id(3)]);
  });

  it("reads a file with a byte order mark, Windows line ends and cells in quotes", () => {
    const path = predictionsFile("\uFEFFid,pmi\r", [`"${id(1)}","1.5"\r`]);
    expect(readPredictions(path).byId).toEqual(new Map([[id(1), { pmi: 1.5 }]]));
  });

  it("names the versions of the ids in the order of the leaderboard", () => {
    const lines = ["goemotions-1/000000000001,1", `${id(1)},1`, "cat,1"];
    const { versions: found, foreign } = readPredictions(predictionsFile("id,pmi", lines));
    expect(found.map(({ name }) => name)).toEqual(["words-1", "goemotions-1"]);
    expect(foreign).toEqual(["cat"]);
  });

  it("says that a file is not there", () => {
    expect(() => readPredictions("nowhere.csv")).toThrow(/^nowhere.csv cannot be read: ENOENT/);
  });
});

it("refuses predictions for the whole of GoEmotions where the folder holds a part", () => {
  const version = (name: string) => versions.find((candidate) => candidate.name === name)!;
  const whole = version("goemotions-1");
  expect(() => checkVersion("p.csv", whole, version("goemotions-subset-1"))).toThrow(
    /^p.csv was made for goemotions-1, and the files in --data are those of goemotions-subset-1,/,
  );
  expect(() => checkVersion("p.csv", whole, whole)).not.toThrow();
});
