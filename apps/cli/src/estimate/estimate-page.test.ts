import { join } from "node:path";
import { method } from "@promptnce/core/methods";
import { openJournal } from "@promptnce/engine/journal";
import { repliesAt } from "#command";
import { type EstimatedUnit, estimateUnits, session } from "@promptnce/engine/run";
import { simulated } from "@promptnce/rehearsal";
import { describe, expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import type { Row } from "@promptnce/rows/input";
import { Reservoir } from "@promptnce/rows/summary";
import {
  madeUpJoint,
  type LabelScope,
  pairKey,
  type People,
  type RowUnit,
  unitsOf,
} from "@promptnce/rows/survey";
import { taskSetup } from "@promptnce/rows/tasks";
import { pagePairs } from "./estimate-page.ts";
import { inBatches, row } from "./rows.test.support.ts";

const task = await taskSetup("words", "faithful");
const marginal = new Map([
  ["a", 0.5],
  ["b", 0.3],
  ["c", 0.2],
]);
const joint = madeUpJoint(marginal, "1", "made up");
const provider = simulated({ read: task.read, joint, profile: "truthful", seed: "1" });
const methods = ["promptnce:ungrounded", "infonce"].map((id) =>
  method(id, { grounding: { examples: [], labels: [] }, marginal }),
);

/** The pairs on a page for rows that were all answered and kept, in this order. */
async function paired(
  rows: readonly Row[],
  {
    ask = "pairs",
    people,
    shown = new Set(),
  }: { ask?: LabelScope; people?: People; shown?: ReadonlySet<string> } = {},
) {
  const store = join(newFolder(), "replies.jsonl");
  const kept = new Reservoir<EstimatedUnit<RowUnit>>(100, "1");
  {
    using journal = openJournal(store);
    const asking = session({ provider, store: journal });
    const units = unitsOf(inBatches(rows), { ask, marginal, k: 2, seed: "1" });
    const { signal } = new AbortController();
    const { findTemplate } = task;
    const how = { task: "words", findTemplate, methods, window: 1, signal };
    for await (const batch of estimateUnits(units, asking, how))
      for (const one of batch) {
        kept.add(one);
      }
  }
  return pagePairs(kept, { task, provider, people, shown, replies: repliesAt(store) });
}

describe("the pairs of a page", () => {
  it("are in the order of the rows, whatever the order of the replies", async () => {
    const { pairs } = await paired([row("sun", "b", undefined, 3), row("cat", "a", undefined, 2)]);
    expect(pairs.map(({ pair, x, y }) => `${pair} ${x} ${y}`)).toEqual([
      "line 2 cat a",
      "line 3 sun b",
    ]);
  });

  it("show every method's result, and link to its questions", async () => {
    const { pairs, questions } = await paired([row("cat", "a"), row("sun", "a")]);
    for (const { x, estimates } of pairs) {
      expect(estimates.map(({ method: title }) => title)).toEqual([
        "PromptNCE (ungrounded)",
        "InfoNCE",
      ]);
      const [open, closed] = estimates.map(({ asked }) => asked.map((place) => questions[place]!));
      expect(open?.map(({ kind }) => kind)).toEqual(["open", "marginal"]);
      expect(closed?.map(({ kind }) => kind)).toEqual(["closed"]);
      expect(open?.[0]?.prompt).toContain(x);
      expect(open?.[0]?.ok).toBe(true);
    }
    // The base rate of a is one question for both pairs.
    expect(questions).toHaveLength(2 + 2 + 1);
  });

  it("show a pair from several rows once, at the line of the first", async () => {
    const rows = [
      row("cat", "a", undefined, 2),
      row("sun", "b", undefined, 3),
      row("cat", "a", undefined, 4),
    ];
    const { pairs } = await paired(rows);
    expect(pairs.map(({ pair }) => pair)).toEqual(["line 2", "line 3"]);
  });

  it("show every label of an input if all were asked about", async () => {
    const { pairs } = await paired([row("cat"), row("sun")], { ask: "all-labels" });
    expect(pairs.map(({ x, y }) => `${x} ${y}`).toSorted()).toEqual(
      ["cat", "sun"].flatMap((x) => ["a", "b", "c"].map((y) => `${x} ${y}`)),
    );
  });

  it("mark those that a prompt showed", async () => {
    const [cat, sun] = [row("cat", "a"), row("sun", "b")];
    const { pairs } = await paired([cat, sun], { shown: new Set([pairKey(sun.key, "b")]) });
    expect(pairs.map(({ shown }) => shown)).toEqual([undefined, true]);
  });

  it("show the human data for pairs that people gave, and nothing for others", async () => {
    const cat = row("cat", "a");
    const given = pairKey(cat.key, "a");
    const people: People = {
      marginal,
      marginalIn: () => marginal,
      count: () => 0,
      conditional: (key, y) => (pairKey(key, y) === given ? 0.25 : 0),
      together: () => people,
      pmi: () => Math.log(0.5),
    };
    const { pairs } = await paired([cat, row("sun", "b")], { people });
    expect(pairs[0]).toMatchObject({ conditional: 0.25, marginal: 0.5, pmi: Math.log(0.5) });
    expect(pairs[1]).not.toHaveProperty("pmi");
  });
});
