import { describe, expect, it } from "vitest";
import { method } from "../methods/methods.ts";
import { queriesOf } from "../estimation/plan.ts";
import { rotated, rotatedAsk } from "./rotated.ts";
import type { Ask, Query } from "../types.ts";

const context = { grounding: { examples: [], labels: [] }, marginal: new Map([["a", 0.25]]) };
const trial = { id: "1", x: { cue: "c" }, y: "a", candidates: ["a", "b", "c"] };
const asked = (id: string, rotations: number) =>
  queriesOf(rotated(method(id, context), rotations).estimator, trial).map((query) => [
    query.kind,
    "rotation" in query ? query.rotation : 0,
  ]);

describe("rotated", () => {
  it("asks each question in so many rotations, and in no more than it has options", () => {
    expect(asked("infonce", 2)).toEqual([
      ["closed", 0],
      ["closed", 1],
    ]);
    expect(asked("infonce", 9)).toEqual([
      ["closed", 0],
      ["closed", 1],
      ["closed", 2],
    ]);
    expect(asked("promptnce:none", 9)).toHaveLength(4);
    expect(asked("direct-split:ungrounded", 4)).toEqual([
      ["conditional", 0],
      ["conditional", 1],
      ["marginal", 0],
      ["marginal", 1],
    ]);
  });

  it("asks once what has no options, and is the method itself at one rotation", () => {
    expect(asked("direct-pmi", 4)).toEqual([["pmi", 0]]);
    expect(asked("gem:none", 4)).toHaveLength(1);
    const own = method("promptnce", context);
    expect(rotated(own, 1)).toBe(own);
  });

  it("asks unrotated the very question that a run without rotations asks", () => {
    const [first] = queriesOf(rotated(method("infonce", context), 3).estimator, trial);
    expect(first).toEqual({ kind: "closed", x: trial.x, candidates: trial.candidates });
  });

  it("rotates what the baseline asks as well, and gives it the same base rate", () => {
    const { baseline } = rotated(method("promptnce:ungrounded", context), 2);
    const ask = ((query: { rotation?: number }) => (query.rotation === 1 ? 0.3 : 0.2)) as Ask;
    expect(baseline?.estimator(trial, ask)).toMatchObject({ marginal: 0.25 });
  });

  it("works out what a group implies once for all its trials", () => {
    const { estimator } = rotated(method("direct-split:implied", context), 2);
    let looked = 0;
    const lookUp = () => {
      looked++;
      return 0.5;
    };
    const group = { trials: [trial, { ...trial, id: "2" }], ask: lookUp as Ask };
    const estimates = group.trials.map((one) => estimator(one, (() => 0.25) as Ask, group));
    expect(estimates).toMatchObject([{ marginal: 0.5 }, { marginal: 0.5 }]);
    const once = looked;
    estimator(trial, (() => 0.25) as Ask, group);
    expect([once > 0, looked]).toEqual([true, once]);
  });
});

describe("rotatedAsk", () => {
  const query: Query = { kind: "open", x: trial.x, candidates: ["a", "b"] };
  const labels = ["a", "b"];

  it("gives the arithmetic mean of the answers, label by label and of OTHER", () => {
    const answers = [
      { labels, masses: [0.5, 0.25], other: 0.25 },
      { labels, masses: [0.25, 0.25], other: 0.5 },
      { labels, masses: [0, 0.25], other: 0.75 },
    ];
    const ask = (({ rotation = 0 }: { rotation?: number }) => answers[rotation]) as Ask;
    expect(rotatedAsk(ask, 3)(query)).toEqual({ labels, masses: [0.25, 0.25], other: 0.5 });
  });

  it("gives no answer where one of them cannot be read, and asks all the same", () => {
    const seen: unknown[] = [];
    const ask = ((one: { rotation?: number }) => {
      seen.push(one.rotation);
      return one.rotation === 1 ? undefined : { labels, masses: [1, 0], other: 0 };
    }) as Ask;
    expect(rotatedAsk(ask, 3)(query)).toBeUndefined();
    expect(seen).toEqual([undefined, 1, 2]);
  });

  it("leaves alone what is a rotation already", () => {
    const ask = (({ rotation }: { rotation?: number }) => ({
      labels,
      masses: [rotation, 0],
      other: 0,
    })) as Ask;
    expect(rotatedAsk(ask, 3)({ ...query, rotation: 2 })).toMatchObject({ masses: [2, 0] });
  });
});
