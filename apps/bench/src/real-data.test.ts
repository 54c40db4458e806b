import { existsSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain, type Ended } from "./testing/run-main.test.support.ts";

const data = resolve(
  process.env["PROMPTNCE_TEST_DATA"] ?? join(import.meta.dirname, "../../../../shared/datasets"),
);

type Row = Record<string, string>;

describe.skipIf(!existsSync(data))(
  "bench on the real datasets, answered truthfully",
  { tags: "full" },
  () => {
    let out: string;
    let ended: Ended;
    const csv = async (name: string) =>
      Papa.parse<Row>(await readFile(join(out, name), "utf8"), {
        header: true,
        skipEmptyLines: true,
      }).data;

    beforeAll(async () => {
      out = await mkdtemp(join(tmpdir(), "promptnce-real-"));
      const what = ["--data", data, "--experiment", "structure,pmi"];
      ended = await runMain([...what, "--profile", "truthful", "--out", out], out);
    });

    it("exits with 0", () => {
      expect(ended.stdout).toContain("Open ");
      expect(ended.code).toBe(0);
    });

    it("finds the structure that was recomputed from the files", async () => {
      const rows = await csv("tables/structure.csv");
      const whole = (dataset: string) =>
        rows.find(
          (row) => row["dataset"] === dataset && row["pair_list"] === "whole dataset",
        ) as Row;
      expect(whole("words")).toMatchObject({ pairs: "72176", labels: "10469" });
      expect(Number(whole("words")["R"])).toBeCloseTo(3.545, 3);
      expect(Number(whole("words")["rho_marg"])).toBeCloseTo(0.846, 3);
      expect(whole("chaosnli")).toMatchObject({ pairs: "3980", labels: "3" });
      expect(Number(whole("chaosnli")["R"])).toBeCloseTo(0.0665, 4);
      expect(Number(whole("chaosnli")["rho_marg"])).toBeCloseTo(-0.086, 3);
      expect(new Set(rows.map((row) => row["simulated"]))).toEqual(new Set(["false"]));
    });

    it("finds the paper's example pairs", async () => {
      const rows = await csv("tables/structure-examples.csv");
      const example = (dataset: string) => {
        const row = rows.find((candidate) => candidate["dataset"] === dataset);
        return ["conditional", "marginal", "pmi"].map((name) => Number(row?.[name]));
      };
      expect(example("words")[0]).toBeCloseTo(0.9359, 4);
      expect(example("words")[1]).toBeCloseTo(0.000503, 6);
      expect(example("words")[2]).toBeCloseTo(7.529, 3);
      expect(example("chaosnli")[0]).toBe(0.92);
      expect(example("chaosnli")[1]).toBeCloseTo(0.19943, 5);
      expect(example("chaosnli")[2]).toBeCloseTo(1.5289, 4);
      expect(example("goemotions")[1]).toBeCloseTo(0.032519, 5);
    });

    it("recovers PMI exactly with the split methods and the counted marginal", async () => {
      const exact = (await csv("estimates.csv")).filter((row) =>
        /^(direct-split|promptnce):empirical$/.test(row["method"] ?? ""),
      );
      expect(exact.length).toBeGreaterThanOrEqual(3 * 2 * 500);
      for (const row of exact) {
        expect(Math.abs(Number(row["est_pmi"]) - Number(row["pmi"])), row["pair"]).toBeLessThan(
          1e-9,
        );
      }
      for (const row of await csv("tables/pmi.csv")) {
        const expected = /^(direct-split|promptnce):empirical$/.test(row["method"] ?? "")
          ? 1
          : Number(row["rho"]);
        expect(Number(row["rho"]), `${row["dataset"]} ${row["method"]}`).toBeCloseTo(expected, 12);
      }
    });

    it("has an estimate for every pair, including the response OTHER of Words", async () => {
      const rows = await csv("estimates.csv");
      expect(new Set(rows.map((row) => row["status"]))).toEqual(new Set(["ok"]));
    });
  },
);
