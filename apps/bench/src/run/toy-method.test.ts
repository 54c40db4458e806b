import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { addMethodFamily, method, type MethodFamily } from "@promptnce/core/methods";
import { newFolder } from "@promptnce/testing/new-folder";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

/** A user's own method, as a program would define it: the negative of PromptNCE's PMI. */
const turned: MethodFamily = {
  name: "turned",
  usage: "turned",
  make: (id, context) => {
    const whole = method("promptnce", context);
    return {
      ...whole,
      id,
      title: "Turned",
      estimator: (trial, ask, group) => {
        const { pmi, ...rest } = whole.estimator(trial, ask, group);
        return { ...rest, ...(pmi !== undefined && { pmi: -pmi }) };
      },
    };
  },
};

beforeAll(() => addMethodFamily(turned));

describe("a method that a program adds to the list", () => {
  it("has a row in the table of PMI and on the page, although no code knows it", async () => {
    const cwd = newFolder();
    const world = ["--dataset", "synthetic-goemotions", "--pairs", "12", "--dev", "5"];
    const methods = ["--methods", "promptnce,turned", "--experiment", "pmi"];
    await runMain([...world, ...methods, "--profile", "truthful", "--out", "out"], cwd);
    const text = await readFile(join(cwd, "out", "tables", "pmi.csv"), "utf8");
    const { data } = Papa.parse<Record<string, string>>(text, { header: true });
    const rho = (title: string) =>
      Number(data.find((row) => Object.values(row).includes(title))?.["rho"]);
    expect(rho("PromptNCE")).toBeCloseTo(1);
    expect(rho("Turned")).toBeCloseTo(-1);
    expect(await readFile(join(cwd, "out", "report.html"), "utf8")).toContain("Turned");
  });
});
