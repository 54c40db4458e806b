import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

it("a run with counted base rates is reported again as it was, by the number of people in its manifest", async () => {
  const out = newFolder();
  const world = ["--dataset", "synthetic-goemotions", "--pairs", "10", "--dev", "5", "--experiment", "pmi"];
  await runMain([...world, "--methods", "promptnce:counted", "--counts", "1000", "--out", out], out);
  const files = ["manifest.json", "estimates.csv", join("tables", "pmi.md")];
  const left = () => files.map((name) => readFileSync(join(out, name), "utf8"));
  const first = left();
  expect(JSON.parse(first[0]!)).toMatchObject({ run: { counts: 1000 } });
  expect(await runMain(["report", out], out)).toMatchObject({ code: 0 });
  expect(left().slice(1)).toEqual(first.slice(1));
});
