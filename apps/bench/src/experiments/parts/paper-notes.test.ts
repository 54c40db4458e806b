import { noteText } from "@promptnce/report";
import type { Dataset, Estimate } from "@promptnce/core";
import { expect, it } from "vitest";
import type { Job } from "../../study/job.ts";
import type { ModelResults, Results } from "../../study/results.ts";
import type { Setting, Study } from "../../study/study.ts";
import { printedConditional } from "../../paper/main-text.ts";
import { clampNotes, paperNotes, printedGem, setSizeNotes, wholeSetNotes } from "./paper-notes.ts";

function study(simulated: boolean, ...files: string[]): Study {
  const sources = files.map((file) => ({ file, sha256: "" }));
  return { dataset: { simulated, sources } as unknown as Dataset } as Study;
}

const whole = study(false, "goemotions/goemotions_1.csv", "goemotions/goemotions_2.csv");
const part = study(false, "goemotions/goemotions_subset.csv", "goemotions/label_counts.csv");

it("mention a partial corpus and synthetic worlds, and nothing else", () => {
  expect(paperNotes([whole])).toEqual([]);
  expect(paperNotes([whole, part]).map(noteText)).toEqual([
    expect.stringContaining("a part of its corpus"),
  ]);
  expect(paperNotes([study(true), part])).toHaveLength(2);
});

it("mention candidate sets that differ in size from the paper's", () => {
  const run = (k: number) => setSizeNotes({ config: { k }, studies: [] } as unknown as Setting);
  expect(run(5)).toEqual([]);
  expect(run(20)).toEqual([
    expect.stringContaining("The paper's values are at K = 5 and ours at K = 20"),
  ]);
});

it("give the paper's GEM values if no model of the run supports GEM", () => {
  const of = (scores: boolean, mode = "faithful") =>
    printedGem(
      { models: [{ scores }], config: { mode } } as unknown as Results,
      printedConditional,
    );
  expect([...of(false)]).toEqual([
    ["words", "0.24 ± 0.05 (Llama 3.1 8B), 0.43 ± 0.04 (Llama 3.1 70B)"],
    ["chaosnli", "0.15 ± 0.05 (Llama 3.1 8B), 0.55 ± 0.03 (Llama 3.1 70B)"],
    ["goemotions", "0.16 ± 0.05 (Llama 3.1 8B), 0.26 ± 0.04 (Llama 3.1 70B)"],
  ]);
  expect([...of(true)]).toEqual([]);
  expect([...of(false, "tokens")]).toEqual([]);
});

it("count the estimates below the value for a reported zero, those of a job once", () => {
  const job = (id: string) =>
    ({ subject: { name: "w" }, method: { id }, list: "evaluation", trials: [] }) as unknown as Job;
  const notes = (estimate: Estimate, ...ids: string[]) => {
    const outcomes = () => [{ estimate }, { estimate: { conditional: 0, marginal: 0.1 } }];
    return clampNotes({ models: [{ outcomes } as unknown as ModelResults] }, ids.map(job));
  };
  expect(notes({ conditional: 1e-7, marginal: 0.1 }, "promptnce", "promptnce")).toEqual([
    expect.stringMatching(/^1 of 2 estimates have a term above 0 and below 1e-6/),
  ]);
  expect(notes({ conditional: 0.1, marginal: 1e-7 }, "promptnce", "marginalnce")[0]).toMatch(
    /^2 of 4 /,
  );
  expect(notes({ conditional: 0.1, marginal: 1e-6 }, "promptnce")).toEqual([]);
});

it("say that K = 25 is K = 3 on ChaosNLI, where the paper prints two values for one question", () => {
  const of = (task: string) =>
    wholeSetNotes({ studies: [{ dataset: { task } } as unknown as Study] });
  expect(of("words")).toEqual([]);
  expect(of("chaosnli").map(noteText)).toEqual([
    expect.stringMatching(/at K = 25 have K = 3.*contradicts itself/),
  ]);
});
