import { method } from "@promptnce/core";
import { expect, it } from "vitest";
import { PageNotes } from "./page-notes.ts";
import { row } from "./rows.test.support.ts";
import { taskSetup } from "@promptnce/rows";

const { fields } = await taskSetup("words", "faithful");
const promptnce = method("promptnce", { grounding: { examples: [], labels: [] }, marginal: new Map() });

function notesOf(units: number, trials: number) {
  const notes = new PageNotes({ trials, seed: "1", methods: [promptnce] }, fields);
  for (let i = 0; i < units; i++) {
    const trial = { id: `pair ${i}`, x: { cue: `cue ${i}` }, y: "a", candidates: ["a"] };
    const estimates = [{ trial, method: promptnce, estimate: { pmi: 1 + i }, readable: true }];
    notes.estimated({ unit: { row: row(`cue ${i}`), trials: [trial] }, estimates });
  }
  return notes;
}

it("all units are kept up to 2,000 pairs, and of more a draw", () => {
  expect(notesOf(2000, 1).units).toMatchObject({ seen: 2000 });
  expect(notesOf(2000, 1).units.kept).toHaveLength(2000);
  expect(notesOf(2001, 1).units.kept).toHaveLength(2000);
  expect(notesOf(300, 9).units.kept).toHaveLength(222);
});

it("the extremes are of all units, also of those that no draw keeps", () => {
  const { units, extremes } = notesOf(2500, 1000);
  expect(units.kept).toHaveLength(2);
  expect(extremes.estimates).toBe(2500);
  expect(extremes.likelier.slice(0, 2)).toMatchObject([{ x: "cue 2499", y: "a", pmi: 2500 }, { x: "cue 2498" }]);
});

it("one unit is kept at least, however many labels it has", () => {
  expect(notesOf(5, 5000).units.kept).toHaveLength(1);
});
