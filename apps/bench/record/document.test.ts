import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runHere } from "@promptnce/testing";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { madeUpFiles, writeFolder } from "../src/record/made-up-folder.test.support.ts";
import { agreementOf } from "../src/record/agreement.ts";
import { baseRatesOf } from "../src/record/base-rates.ts";
import { readOpinionQa } from "../src/record/data/opinionqa.ts";
import { makeRecord } from "../src/record/record.ts";
import { writtenParts } from "../src/output/written-parts.ts";
import { recordText } from "./document.ts";
import { recordDocument, SEED } from "./record-document.ts";

const document = join(import.meta.dirname, "../../../docs/record.md");
const data = resolve(
  process.env["PROMPTNCE_TEST_RECORDED"] ??
    join(import.meta.dirname, "../../../../shared/recorded"),
);
const isThere = existsSync(join(data, "opinionqa-models.csv.gz"));
const empty = "# A\n\n<!-- the record, written by `pnpm record` -->\n<!-- /the record -->\n\nB\n";

describe("docs/record.md", () => {
  it("is written by a command from a folder of replies", async () => {
    const file = join(newFolder(), "record.md");
    writeFileSync(file, empty);
    const folder = writeFolder(madeUpFiles());
    const run = async () => recordDocument(["--data", folder], file);
    const { status } = await runHere(run, { env: {} });
    const text = readFileSync(file, "utf8");
    expect(status).toBe(0);
    expect(text).toContain("| GPT-4, verbal");
    expect(text).toContain("## SynthBench");
    expect(text).not.toContain("NaN");
  });

  it("stays unchanged if no folder is named", async () => {
    const run = async () => recordDocument(["data"], "nowhere.md");
    const { status, stderr } = await runHere(run, { env: {} });
    expect(status).toBe(2);
    expect(stderr).toContain("--data: give the folder of recorded replies");
  });

  it("has no table of more than thirty rows", () => {
    const tables = readFileSync(document, "utf8").matchAll(/(?:^\|.*\n)+/gm);
    const rows = Array.from(tables, ([table]) => table.trim().split("\n").length - 2);
    expect(rows.length).toBeGreaterThan(5);
    expect(Math.max(...rows)).toBeLessThanOrEqual(30);
  });

  it.runIf(isThere)(
    "prints ρ with each base rate as computed from the replies",
    { tags: "full" },
    () => {
      const text = readFileSync(document, "utf8");
      const { replies } = readOpinionQa(data);
      const lacking = replies.filter((one) => {
        const agreement = agreementOf(one, baseRatesOf(one), { seed: SEED, replicates: 2 });
        const wanted = ["own", "counted", "implied"].map((id) =>
          agreement.baseRates.find((rate) => rate.id === id)!.pmi.rho.toFixed(3),
        );
        const row = text.split("\n").find((line) => line.startsWith(`| ${one.model}, ${one.way} `));
        return !wanted.every((value) => row?.includes(` ${value} `));
      });
      expect(lacking).toEqual([]);
    },
  );

  it.runIf(isThere)("is current", { tags: "full" }, () => {
    const text = readFileSync(document, "utf8");
    expect(writtenParts(text, { "the record": recordText(makeRecord({ data, seed: SEED })) })).toBe(
      text,
    );
  });
});
