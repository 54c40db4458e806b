import { hash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { challengePairs, hashOf, pairsText } from "./challenge-pairs.ts";
import { scorePredictions } from "./score-predictions.ts";
import { challenge } from "./truthful.test.support.ts";
import { versionOf, versions } from "./versions.ts";

const worlds = versions.filter(({ dataset }) => dataset.startsWith("synthetic"));
const data = resolve(
  process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../../shared/datasets"),
);

interface Line {
  readonly id: string;
  readonly y: string;
  readonly candidates: readonly string[];
  readonly split: string;
}

describe("the pairs of the challenge", () => {
  it.each(worlds)("are those that were frozen as $name", async ({ dataset, sha256 }) => {
    expect(hashOf(await challengePairs(dataset, undefined))).toBe(sha256);
  });

  it("are written without the truth, 500 for evaluation and 200 for development", async () => {
    const folder = newFolder();
    const { code, stdout } = await challenge("pairs", "--out", folder);
    expect(code).toBe(0);
    for (const { name, sha256 } of worlds) {
      const text = readFileSync(join(folder, `${name}.jsonl`), "utf8");
      expect(hash("sha256", text)).toBe(sha256);
      expect(stdout).toContain(`${name}.jsonl: 700 pairs, SHA-256 ${sha256}.`);
      const lines = text.split("\n").flatMap((line) => (line ? [JSON.parse(line) as Line] : []));
      expect(new Set(lines.flatMap(Object.keys))).toEqual(
        new Set(["id", "x", "y", "candidates", "split"]),
      );
      expect(new Set(lines.map(({ id }) => id)).size).toBe(700);
      expect(lines.every(({ y, candidates }) => candidates.includes(y))).toBe(true);
      expect(lines.filter(({ split }) => split === "evaluation")).toHaveLength(500);
      expect(lines.filter(({ split }) => split === "development")).toHaveLength(200);
    }
  });

  it("are asked for in a folder that holds a dataset", async () => {
    const folder = newFolder();
    const ended = await challenge("pairs", "--data", folder);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("--data: ");
    expect(ended.stderr).toContain("holds none of words, chaosnli, goemotions");
    mkdirSync(join(folder, "chaosnli"));
    expect((await challenge("pairs", "--data", folder)).stderr).toContain(
      "It needs these files: chaosNLI_snli.jsonl",
    );
  });
});

it("tells the versions of GoEmotions apart by their files", () => {
  const version = (...files: string[]) => {
    const sources = files.map((file) => ({ file: `goemotions/${file}` }));
    return versionOf({ name: "goemotions", sources })?.name;
  };
  expect(version("goemotions_subset.csv", "label_counts.csv")).toBe("goemotions-subset-1");
  expect(version(...[1, 2, 3].map((part) => `goemotions_${part}.csv`))).toBe("goemotions-1");
  expect(version("goemotions_1.csv")).toBeUndefined();
});

describe.skipIf(!existsSync(data))("the pairs of the real datasets", { tags: "full" }, () => {
  it.each(["words", "chaosnli", "goemotions"])("of %s are frozen", async (name) => {
    const pairs = await challengePairs(name, data);
    // The official files of GoEmotions have no hash yet.
    expect(hashOf(pairs)).toBe(pairs.version.sha256 ?? hashOf(pairs));
    expect(pairs.evaluation).toHaveLength(500);
    expect(pairsText(pairs)).not.toContain("pmi");
  });

  it.each(["words", "chaosnli", "goemotions"])(
    "of %s rank truth with ρ = 1, and base rates alone show nothing",
    async (name) => {
      const pairs = await challengePairs(name, data);
      const score = (estimate: (pair: { pmi: number; marginal: number }) => number) => {
        const byId = new Map(
          pairs.evaluation.map(({ id, pair }) => [id, { pmi: estimate(pair) }] as const),
        );
        return scorePredictions(pairs, { byId }).scores[0]!;
      };
      expect(score(({ pmi }) => pmi)).toMatchObject({ rho: { value: 1 }, shows: "pairs" });
      expect(score(({ marginal }) => -Math.log(marginal)).shows).toBe("nothing");
    },
  );
});
