import type { Dataset } from "@promptnce/core";
import { expect, it } from "vitest";
import type { Setting, Study } from "../../study/study.ts";
import { paperNotes, setSizeNotes } from "./paper-notes.ts";

function study(simulated: boolean, ...files: string[]): Study {
  const sources = files.map((file) => ({ file, sha256: "" }));
  return { dataset: { simulated, sources } as unknown as Dataset } as Study;
}

const whole = study(false, "goemotions/goemotions_1.csv", "goemotions/goemotions_2.csv");
const part = study(false, "goemotions/goemotions_subset.csv", "goemotions/label_counts.csv");

it("tells of a part of a corpus, and of synthetic worlds, and of nothing else", () => {
  expect(paperNotes([whole])).toEqual([]);
  expect(paperNotes([whole, part])).toEqual([expect.stringContaining("a part of its corpus")]);
  expect(paperNotes([study(true), part])).toHaveLength(2);
});

it("tells of candidate sets of another size than the paper's", () => {
  const run = (k: number) => setSizeNotes({ config: { k }, studies: [] } as unknown as Setting);
  expect(run(5)).toEqual([]);
  expect(run(20)).toEqual([expect.stringContaining("The paper's figures are at K = 5, ours at K = 20")]);
});
