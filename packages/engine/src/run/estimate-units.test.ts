import { setImmediate as nextTurn } from "node:timers/promises";
import {
  estimate,
  questionKey,
  questionOf,
  type Answer,
  type Intervention,
  type NullContext,
  type Provider,
  type Query,
  type Question,
  type Template,
} from "@promptnce/core";
import { method } from "@promptnce/core/methods";
import { ProviderError } from "@promptnce/core/errors";
import { describe, expect, it } from "vitest";
import { memory } from "../testing/counting-provider.test.support.ts";
import {
  asksOfLabelAlone,
  estimateUnits,
  questionsOfUnits,
  type EstimateUnitsOptions,
} from "./estimate-units.ts";
import { session } from "./session.ts";

type Answered = Answer | undefined;

const grounding = { examples: [], labels: [] };
const methods = ["promptnce", "infonce", "marginalnce", "direct-split:ungrounded"].map((id) =>
  method(id, { grounding, marginal: new Map() }),
);
const candidates = ["a", "b"];
const unit = (cue: string) => ({
  trials: candidates.map((y) => ({ id: cue + y, x: { cue }, y, candidates })),
});

/** Shows the question itself as its prompt, and takes the answer from the reply. */
const template: Template = {
  id: "words/any",
  version: 1,
  render: (question) => JSON.stringify(question),
  parse: (_, text) =>
    text === ""
      ? { ok: false, reason: "nothing" }
      : { ok: true, answer: JSON.parse(text) as Answer, notes: [] },
};

async function* each<U>(...units: readonly U[]): AsyncGenerator<readonly U[]> {
  for (const one of units) {
    yield [one];
  }
}

/** Estimates units, one after the other, by what answers queries. */
async function estimated(
  cues: readonly string[],
  answer: (query: Query) => Answered | Promise<Answered>,
  window = 1,
  more: Partial<EstimateUnitsOptions> = {},
) {
  const asked: Query[] = [];
  const provider: Provider = {
    name: "v",
    model: "m",
    settings: {},
    async complete({ prompt }) {
      const { task: _, sample: __, ...query } = JSON.parse(prompt) as Question;
      asked.push(query as Query);
      return { text: JSON.stringify(await answer(query as Query)) ?? "", stop: "end" };
    },
  };
  const asking = session({ provider, store: memory(), attempts: 1 });
  const { signal } = new AbortController();
  const how = { task: "words", findTemplate: () => template, methods, window, signal, ...more };
  const units = (await Array.fromAsync(estimateUnits(each(...cues.map(unit)), asking, how))).flat();
  return { asked, estimates: units.map(({ estimates }) => estimates), session: asking };
}

const plain = (query: Query): Answered => {
  if (query.kind === "open") return { labels: candidates, masses: [0.5, 0.2], other: 0.3 };
  if (query.kind === "closed") return { labels: candidates, masses: [0.7, 0.3] };
  return query.kind === "conditional" ? 0.4 : 0.1;
};

describe("estimateUnits", () => {
  it("hands each method the answers to what it asked, and the mass on OTHER", async () => {
    const { estimates } = await estimated(["x"], plain);
    const [open, closed, , direct] = estimates[0] ?? [];
    expect(open).toMatchObject({
      estimate: { conditional: 0.5, marginal: 0.1 },
      other: 0.3,
      readable: true,
    });
    expect(closed?.estimate).toEqual({ conditional: 0.7, pmi: Math.log(0.7) });
    expect(closed).not.toHaveProperty("other");
    expect(direct?.estimate).toMatchObject({ conditional: 0.4, marginal: 0.1 });
  });

  it("estimates a pooled method as from stored answers, once all is asked, and tells how far that is", async () => {
    const ids = ["promptnce:implied", "direct-split:implied", "infonce:implied"];
    const pooled = ids.map((id) => method(id, { grounding, marginal: new Map() }));
    const cues = Array.from({ length: 12 }, (_, i) => `x${i}`);
    const said = (query: Query): Answered => {
      const about =
        "x" in query && typeof query.x === "object" ? Number(query.x["cue"]!.slice(1)) / 20 : 0;
      if (query.kind === "open") {
        return { labels: candidates, masses: [0.2 + about, 0.1], other: 0.7 - about };
      }
      if ("candidates" in query) return { labels: candidates, masses: [0.3 + about, 0.7 - about] };
      if (query.y === "a") return 0.1 + about;
      return query.kind === "conditional" && about > 0.3 ? 0 : 0.05;
    };
    let held = 0;
    const onHeld = (units: number) => void (held += units);
    const { estimates, asked } = await estimated(cues, said, 4, {
      methods: [...pooled, methods[0]!],
      onHeld,
    });
    expect(held).toBe(cues.length);
    const trials = cues.flatMap((cue) => unit(cue).trials);
    const answers = new Map(
      asked.map((query) => [questionKey(questionOf(query, "words")), said(query)]),
    );
    for (const [m, { estimator }] of pooled.entries()) {
      const stored = estimate(estimator, trials, answers, { task: "words" });
      const own = estimates.flatMap((all) => [all[m]!, all[m + ids.length + 1]!]);
      expect(own.map((one) => one.estimate)).toEqual(stored.map((one) => one.estimate));
    }
    const alone = await estimated(cues, said);
    const plainly = estimates.flatMap((all) => [all[ids.length]!.estimate, all.at(-1)!.estimate]);
    expect(plainly).toEqual(
      alone.estimates.flatMap((all) => [all[0]!.estimate, all[methods.length]!.estimate]),
    );
  });

  it("asks about all other units while one is asked for long, and gives them in their order behind it", async () => {
    const cues = Array.from({ length: 30 }, (_, i) => `x${i}`);
    let others = 0;
    let release = (): void => {};
    const last = new Promise<void>((resolve) => void (release = resolve));
    const { estimates } = await estimated(
      cues,
      async (query) => {
        if (query.kind !== "closed") return plain(query);
        if (query.x["cue"] === "x1") await last;
        else if (++others === 29) release();
        return plain(query);
      },
      2,
    );
    expect(estimates.map(([first]) => first?.trial.x["cue"])).toEqual(cues);
  });

  it("asks a set once a unit, and a base rate once a run, as planned before", async () => {
    const { asked, session: asking } = await estimated(["x", "y"], plain);
    const kinds = Object.fromEntries(
      Array.from(
        Map.groupBy(asked, ({ kind }) => kind),
        ([kind, all]) => [kind, all.length],
      ),
    );
    expect(kinds).toEqual({ open: 2, closed: 2, grounded: 2, conditional: 4, marginal: 2 });
    expect(asking.asked).toMatchObject({ questions: 12, stored: 0, unreadable: 0 });
    const planned = await Array.fromAsync(
      questionsOfUnits(each(unit("x"), unit("y")), { task: "words", methods }),
    );
    expect(planned).toEqual(asked.map((query) => ({ ...query, task: "words", sample: 0 })));
  });

  it("marks what rests on an unreadable reply, and keeps the term that was read", async () => {
    const { estimates } = await estimated(["x"], (query) =>
      query.kind === "grounded" ? undefined : plain(query),
    );
    const [open, closed] = estimates[0] ?? [];
    expect(open).toMatchObject({ estimate: { conditional: 0.5 }, readable: false });
    expect(open?.estimate).not.toHaveProperty("pmi");
    expect(closed?.readable).toBe(true);
  });

  it("stores no failure whose cause was open when a person ends it, so that it is asked again", async () => {
    const store = memory();
    const stopping = new AbortController();
    const refusing: Provider = {
      name: "v",
      model: "m",
      settings: {},
      async complete() {
        stopping.abort(new Error("stop"));
        throw new ProviderError("no", { kind: "request", status: 400, retryable: false });
      },
    };
    const { signal } = stopping;
    const how = { task: "words", findTemplate: () => template, methods, window: 1, signal };
    const asking = session({ provider: refusing, store });
    await Array.fromAsync(estimateUnits(each(unit("x"), unit("y")), asking, how));
    expect(asking.counts.failed).toBeGreaterThan(0);
    expect(store.kept.size).toBe(0);
  });

  it("rejects with the first error, once all else of the unit has ended", async () => {
    let ended = 0;
    const failing = async (query: Query): Promise<Answered> => {
      if (query.kind === "open") throw new Error("down");
      await nextTurn();
      ended++;
      return plain(query);
    };
    await expect(estimated(["x"], failing)).rejects.toThrow("down");
    expect(ended).toBe(7);
  });
});

const x = { cue: "cat" };
const scoring = { template: "chat", span: "content" } as const;
const likelihood = (of: Extract<Query, { kind: "likelihood" }>["x"], y = "a"): Query => ({
  kind: "likelihood",
  x: of,
  y,
  scoring,
});
const intervention: Intervention = { name: "log-scale-prior" };

/** All that can be asked about one x, each another question. */
const different: readonly Query[] = [
  ...["a", "b"].flatMap((y): Query[] => [
    { kind: "pmi", x, y },
    { kind: "conditional", x, y },
    { kind: "conditional", x, y, intervention },
    { kind: "marginal", y },
    { kind: "grounded", y, grounding },
    likelihood(x, y),
    ...(["not-available", "empty", "premise"] satisfies NullContext[]).map((none) =>
      likelihood(none, y),
    ),
    { kind: "likelihood", x, y, scoring: { template: "plain", span: "assistant-turn" } },
  ]),
  ...[["a", "b"], ["b", "a"], ["a,b"], ["a"]].flatMap((candidates): Query[] => [
    { kind: "closed", x, candidates },
    { kind: "open", x, candidates },
  ]),
];

describe("asksOfLabelAlone", () => {
  it("is true of base rates and of the likelihood of a label without x, and of nothing else", () => {
    const alone = different.filter(asksOfLabelAlone);
    expect(new Set(alone.map(({ kind }) => kind))).toEqual(
      new Set(["marginal", "grounded", "likelihood"]),
    );
    expect(alone.filter((query) => "x" in query && typeof query.x !== "string")).toEqual([]);
    expect(alone).toHaveLength(2 * 5);
  });

  it("holds of no query whose key leaves out an x that would change its prompt", () => {
    expect(asksOfLabelAlone(likelihood({ cue: "empty" }))).toBe(false);
  });
});
