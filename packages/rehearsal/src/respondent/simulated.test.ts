import { describe, expect, it } from "vitest";
import { ProviderError } from "@promptnce/core/errors";
import { type Profile, simulated, type SimulatedOptions } from "./simulated.ts";
import { plainPrompt, readPlainPrompt, world } from "../testing/plain-prompts.test.support.ts";

const x = { cue: "SHOVE" };
const task = "words";
const respondent = (profile: Profile, change: Partial<SimulatedOptions> = {}) =>
  simulated({ read: readPlainPrompt, joint: world, profile, seed: 1, ...change });
const conditional = plainPrompt({ kind: "conditional", task, x, y: "PUSH", replyKey: "p_apply" });
const open = plainPrompt({
  kind: "open",
  task,
  x,
  candidates: ["PUSH", "OTHER"],
  otherKey: "UNLISTED",
});

describe("the truthful respondent", () => {
  it("answers with JSON under the key that the prompt asks for", async () => {
    const reply = await respondent("truthful").complete({ prompt: conditional, sample: 0 });
    expect(reply).toMatchObject({ text: '{"p_apply": 0.7, "notes": "simulated"}', stop: "end" });
  });

  it("keeps the label OTHER apart from the mass on unlisted labels", async () => {
    const { text } = await respondent("truthful").complete({ prompt: open, sample: 0 });
    const answer = JSON.parse(text) as Record<string, number>;
    expect(answer).toEqual({ PUSH: 0.7, OTHER: 0.15, UNLISTED: 1 - 0.85 });
  });

  it("answers by the keys that the prompt gives the candidates", async () => {
    const set = { task, x, candidates: ["PUSH", "OTHER"], candidateKeys: ["A", "B"] };
    const prompt = plainPrompt({ kind: "open", ...set, otherKey: "OTHER" });
    const { text } = await respondent("truthful").complete({ prompt, sample: 0 });
    expect(JSON.parse(text)).toEqual({ A: 0.7, B: 0.15, OTHER: 1 - 0.85 });
  });

  it("says the same in every sample", async () => {
    const provider = respondent("truthful");
    const first = await provider.complete({ prompt: open, sample: 0 });
    expect(await provider.complete({ prompt: open, sample: 7 })).toEqual(first);
  });

  it("estimates tokens at four characters each", async () => {
    const { usage, text } = await respondent("truthful").complete({ prompt: open, sample: 0 });
    expect(usage).toEqual({
      inputTokens: Math.ceil(open.length / 4),
      outputTokens: Math.ceil(text.length / 4),
    });
  });
});

describe("the clueless respondent", () => {
  const replies = (cue: string, seed = 1) =>
    Promise.all(
      Array.from({ length: 40 }, async (_, sample) => {
        const provider = respondent("clueless", { seed });
        const set = { task, x: { cue }, candidates: ["PUSH", "OTHER"], otherKey: "UNLISTED" };
        const prompts = [
          plainPrompt({ kind: "open", ...set }),
          plainPrompt({ kind: "closed", ...set }),
          plainPrompt({ kind: "conditional", task, x: { cue }, y: "PUSH", replyKey: "p" }),
          plainPrompt({ kind: "pmi", task, x: { cue }, y: "PUSH", replyKey: "pmi" }),
        ];
        return Promise.all(
          prompts.map((prompt) => provider.complete({ prompt, sample }).then(({ text }) => text)),
        );
      }),
    );

  it("answers in the same letters whatever x is, and otherwise by another seed", async () => {
    expect(await replies("SHOVE")).toEqual(await replies("COIN"));
    expect(await replies("SHOVE")).not.toEqual(await replies("SHOVE", 2));
  });

  it("is never taken for another in a store", () => {
    expect(respondent("clueless").settings).toMatchObject({
      profile: "clueless",
      seed: 1,
      errorModel: 1,
    });
  });
});

describe("the model-like respondent", () => {
  it("may answer differently on another attempt, and the same on the same", async () => {
    const provider = respondent("model-like");
    const ask = (attempt?: number) =>
      provider.complete({ prompt: open, sample: 0, ...(attempt !== undefined && { attempt }) });
    const texts = [(await ask()).text, (await ask(1)).text, (await ask(2)).text];
    expect(new Set(texts).size).toBe(3);
    expect((await ask(1)).text).toBe(texts[1]);
  });

  const sample = (provider: ReturnType<typeof respondent>, n: number) =>
    Promise.all(
      Array.from({ length: n }, (_, i) => provider.complete({ prompt: open, sample: i })),
    );

  it("answers a request the same whatever was asked before", async () => {
    const forwards = await sample(respondent("model-like"), 20);
    const provider = respondent("model-like");
    const backwards = [];
    for (let i = 19; i >= 0; i--)
      backwards.unshift(await provider.complete({ prompt: open, sample: i }));
    expect(backwards).toEqual(forwards);
  });

  it("differs between samples and between seeds", async () => {
    const replies = await sample(respondent("model-like"), 20);
    expect(new Set(replies.map(({ text }) => text)).size).toBeGreaterThan(5);
    expect(await sample(respondent("model-like", { seed: 2 }), 20)).not.toEqual(replies);
  });

  it("is unreadable about one time in a hundred, in every known way", async () => {
    const replies = await sample(respondent("model-like"), 5000);
    const cut = replies.filter(({ stop }) => stop === "length");
    const refused = replies.filter(({ stop }) => stop === "refusal");
    const missing = replies.filter(
      ({ stop, text }) =>
        stop === "end" &&
        !["PUSH", "OTHER", "UNLISTED"].every((key) => text.toUpperCase().includes(`"${key}"`)),
    );
    for (const { text } of cut) {
      expect(text).not.toContain("}");
    }
    for (const { text } of refused) {
      expect(text).not.toContain("{");
    }
    for (const some of [cut, refused, missing]) {
      expect(some.length).toBeGreaterThan(5);
    }
    expect(cut.length + refused.length + missing.length).toBeGreaterThan(30);
    expect(cut.length + refused.length + missing.length).toBeLessThan(75);
  });
});

describe("the settings of a simulated respondent", () => {
  it("tell profiles, seeds, error models and distributions apart", () => {
    const other = { ...world, marginal: new Map([...world.marginal, ["PUSH", 0.2]]) };
    const seen = [
      respondent("truthful"),
      respondent("truthful", { joint: other }),
      respondent("truthful", { joint: new Map([["words", world]]) }),
      respondent("model-like"),
      respondent("model-like", { seed: 2 }),
    ].map(({ settings }) => JSON.stringify(settings));
    expect(new Set(seen).size).toBe(seen.length);
    expect(respondent("model-like").settings).toHaveProperty("errorModel", 1);
  });

  it("are read, with every distribution, when somebody wants to know them, and not before", () => {
    const looked: string[] = [];
    const watched = (name: string) => ({
      ...world,
      name,
      get marginal() {
        looked.push(name);
        return world.marginal;
      },
    });
    const joint = new Map(["words", "moods"].map((each) => [each, watched(each)]));
    const { settings } = respondent("truthful", { joint });
    expect(looked).toEqual([]);
    expect(settings["data"]).toMatchObject([{ name: "words" }, { name: "moods" }]);
    expect(new Set(looked)).toEqual(new Set(["words", "moods"]));
  });

  it("leave the seed out where it changes nothing", () => {
    expect(respondent("truthful", { seed: 2 }).settings).toEqual(respondent("truthful").settings);
  });

  it("name the model after the profile unless told otherwise", () => {
    expect(respondent("truthful").model).toBe("truthful");
    expect(respondent("truthful", { model: "mine" }).model).toBe("mine");
  });
});

describe("a prompt that a simulated respondent cannot answer", () => {
  const failing = async (prompt: string, change: Partial<SimulatedOptions> = {}) => {
    const error: unknown = await respondent("truthful", change)
      .complete({ prompt, sample: 0 })
      .then(
        () => undefined,
        (caught: unknown) => caught,
      );
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind: "prompt", retryable: false });
    return (error as ProviderError).message;
  };

  it("is an error where no template has its wording", async () => {
    expect(await failing("What is the weather?")).toContain('begins "What is the weather?"');
  });

  it("is an error that names the part which was not read", async () => {
    expect(await failing(plainPrompt({ kind: "open", task, x, candidates: ["A"] }))).toContain(
      "the open prompt of the task words was read without its otherKey",
    );
  });

  it("is an error where it was read with keys for other candidates", async () => {
    const set = { task, x, candidates: ["A", "B"], candidateKeys: ["A"] };
    expect(await failing(plainPrompt({ kind: "closed", ...set }))).toContain(
      "the closed prompt of the task words was read with 1 candidateKeys for 2 candidates",
    );
  });

  it("is an error where its task has no distribution", async () => {
    expect(await failing(conditional, { joint: new Map([["chaosnli", world]]) })).toContain(
      "has no distribution for the task words",
    );
  });

  it("is not asked about once it was aborted", async () => {
    const signal = AbortSignal.abort(new Error("stopped"));
    await expect(
      respondent("truthful").complete({ prompt: conditional, sample: 0 }, { signal }),
    ).rejects.toThrow("stopped");
  });
});
