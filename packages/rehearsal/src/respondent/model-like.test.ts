import { createHash } from "node:crypto";
import { type Random, random } from "@promptnce/core/sampling";
import { describe, expect, it } from "vitest";
import { type Beliefs, beliefs } from "./beliefs.ts";
import { ERROR_MODEL } from "./error-model.ts";
import { modelLike } from "./model-like.ts";
import { replyMembers, type SpokenPrompt } from "./reply-json.ts";
import { untidyReply } from "./untidy-reply.ts";
import { labels, world } from "../testing/plain-prompts.test.support.ts";

const x = { cue: "SHOVE" };
const replyKey = "p";
type Question = Omit<SpokenPrompt, "task">;

const answered = (question: Question, held: Beliefs, source: Random) =>
  replyMembers({ task: "words", ...question }, modelLike(held, source));

/** Every kind of question about the test world. */
const questions: readonly Question[] = labels.flatMap((y): Question[] => {
  const candidates = labels.filter((label) => label !== y);
  return [
    { kind: "pmi", x, y, replyKey },
    { kind: "conditional", x, y, replyKey },
    { kind: "marginal", y, replyKey },
    { kind: "grounded", y, replyKey },
    { kind: "closed", x, candidates },
    { kind: "open", x, candidates, otherKey: "UNLISTED" },
  ];
});

describe("modelLike", () => {
  it("says what it said when its version was given: whoever changes it raises ERROR_MODEL.version", () => {
    const held = beliefs(world, "golden");
    const said = questions.flatMap((question, i) =>
      [0, 1, 2].map((sample) => {
        const source = random(`golden ${i} ${sample}`);
        return untidyReply(answered(question, held, source), "", source);
      }),
    );
    const digest = createHash("sha256").update(JSON.stringify(said)).digest("hex");
    expect({ version: ERROR_MODEL.version, digest }).toEqual({
      version: 1,
      digest: "3223c0f653bf5ceb04583872be3e1c294044461fb1d23f848d9cb40aa6a88456",
    });
  });

  it.each(questions)("says numbers that its kind of question can have: %#", (question) => {
    for (let seed = 0; seed < 50; seed++) {
      const said = answered(question, beliefs(world, seed), random(seed));
      expect(said.map(([, value]) => value)).toSatisfy(possible(question));
    }
  });

  it("says a mass for every candidate and, in an open set, for the rest", () => {
    const open = questions.find(({ kind }) => kind === "open") as Question;
    const keys = answered(open, beliefs(world, 1), random(1)).map(([key]) => key);
    expect(keys).toEqual([...(open.candidates ?? []), "UNLISTED"]);
  });

  it("says the same masses under whatever keys the prompt gives the candidates", () => {
    const held = beliefs(world, 1);
    for (const question of questions) {
      const { candidates, otherKey } = question;
      if (candidates === undefined) continue;
      const candidateKeys = candidates.map((_, i) => `K${i}`);
      const plain = answered(question, held, random(1));
      const keys = [...candidateKeys, ...(otherKey === undefined ? [] : [otherKey])];
      expect(answered({ ...question, candidateKeys }, held, random(1))).toEqual(
        plain.map(([, mass], i) => [keys[i], mass]),
      );
    }
  });

  it.each(["pmi", "conditional", "closed", "open"])(
    "carries the error about a pair into a question of kind %s",
    (kind) => {
      expect(saidOfPull(kind, 2)).toBeGreaterThan(saidOfPull(kind, 0));
    },
  );

  it.each(["marginal", "grounded"])("keeps that error out of a question of kind %s", (kind) => {
    expect(saidOfPull(kind, 2)).toBe(saidOfPull(kind, 0));
  });

  it("differs between samples less than between pairs", () => {
    const held = beliefs(world, 1);
    const question: Question = { kind: "conditional", x, y: "PUSH", replyKey };
    const logOdds = Array.from({ length: 300 }, (_, sample) => {
      const p = answered(question, held, random(sample))[0]?.[1] as number;
      return Math.log(p / (1 - p));
    });
    const mean = logOdds.reduce((sum, value) => sum + value, 0) / 300;
    const deviation = Math.sqrt(logOdds.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 300);
    expect(deviation).toBeGreaterThan(0.2);
    expect(deviation).toBeLessThan(ERROR_MODEL.pairSpread);
  });
});

/** Whether numbers are a finite PMI, a probability above zero, or a PMF but for the rounding. */
function possible({ kind }: Question): (values: readonly number[]) => boolean {
  if (kind === "pmi") return (values) => values.every(Number.isFinite);
  if (["conditional", "marginal", "grounded"].includes(kind)) return ([p = 0]) => p > 0 && p < 1;
  return (values) => {
    const sum = values.reduce((total, value) => total + value, 0);
    return (
      values.every((p) => p >= 0 && p <= 1) && Math.abs(sum - 1) <= 0.005 * values.length + 1e-9
    );
  };
}

/** What is said of PULL where the lasting error about it is raised by so many log-odds. */
function saidOfPull(kind: string, raise: number): number {
  const held = beliefs(world, 1);
  const raised: Beliefs = {
    ...held,
    logOdds: (at, y) => held.logOdds(at, y) + (y === "PULL" ? raise : 0),
  };
  const question = questions.find(
    (asked) => asked.kind === kind && (asked.candidates?.includes("PULL") ?? asked.y === "PULL"),
  ) as Question;
  const said = new Map(answered(question, raised, random(5)));
  return said.get("y" in question ? replyKey : "PULL") as number;
}
