import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentId, openLlamaFile } from "./llama-file.ts";
import { llama } from "./llama.ts";
import { newFolder } from "@promptnce/testing/new-folder";
import { plain, score, summed } from "../testing/scoring/toy-scorer.test.support.ts";

/** The tiny real model, beside the repository unless the environment says where. */
const TINY_MODEL =
  process.env["PROMPTNCE_TEST_GGUF"] ??
  resolve(import.meta.dirname, "../../../../../shared/models/stories260K-f32.gguf");

/** Whether the model and the package that runs it are here. */
const hasTinyModel =
  existsSync(TINY_MODEL) &&
  (await import("node-llama-cpp").then(
    () => true,
    () => false,
  ));

const PROMPT = "Once upon a time";

/** In the manner of ChatML, with the model's own token to end a turn. */
const CHAT =
  "{% for m in messages %}{{ '<' + m['role'] + '>\\n' + m['content'] + eos_token + '\\n' }}{% endfor %}";

const TURN = {
  text: "Hello",
  template: "chat",
  system: "Be kind.",
  span: "assistant-turn",
} as const;

describe.skipIf(!hasTinyModel)("llama, with a tiny real model", () => {
  let provider: ReturnType<typeof llama>;
  /** With a chat template that takes away the lines before an answer. */
  let stripping: ReturnType<typeof llama>;
  beforeAll(() => {
    const chatTemplate = CHAT.replace("m['content']", "m['content'].lstrip('\\n')");
    provider = llama({ file: TINY_MODEL, threads: 1, maxTokens: 24 });
    stripping = llama({ file: TINY_MODEL, threads: 1, chatTemplate });
  });
  afterAll(() => Promise.all([provider, stripping].map((each) => each[Symbol.asyncDispose]())));

  // From a forward pass in NumPy, in double precision; llama.cpp keeps its cache in 16 bits.
  describe("scores as an independent implementation does, within 0.05 nats", () => {
    it.each([
      { text: " there was a little girl", known: -4.9442 },
      { text: " there was a little dog", known: -8.314 },
      { text: " purple statistics", known: -65.1887 },
    ])("$text", async ({ text, known }) => {
      const scored = await score(provider, PROMPT, plain(text));
      expect(summed(scored)).toBeGreaterThan(known - 0.05);
      expect(summed(scored)).toBeLessThan(known + 0.05);
      expect(scored.tokens.map((token) => token.text).join("")).toBe(text);
    });
  });

  it("adds up: a text in two parts has the log-probability of the whole", async () => {
    const [first, second] = [" there was a", " little girl"];
    const parts = [
      await score(provider, PROMPT, plain(first)),
      await score(provider, PROMPT + first, plain(second)),
    ].map((part) => summed(part));
    const whole = summed(await score(provider, PROMPT, plain(first + second)));
    expect((parts[0] as number) + (parts[1] as number)).toBeCloseTo(whole, 2);
  });

  it("conditions on the beginning of text alone where the prompt is empty", async () => {
    const { tokens } = await score(provider, "", plain("Once upon"));
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.every(({ logprob }) => logprob < 0)).toBe(true);
    expect(tokens[0]?.id).not.toBe(1);
  });

  it("gives the same numbers whatever was asked before, and however many ask at once", async () => {
    const alone = await score(provider, PROMPT, plain(" there was a little dog"));
    await provider.complete({ prompt: "Say something.", sample: 0 });
    const [again, other] = await Promise.all([
      score(provider, PROMPT, plain(" there was a little dog")),
      score(provider, PROMPT, plain(" there was a little girl")),
    ]);
    expect(again).toEqual(alone);
    expect(other).not.toEqual(alone);
  });

  it("answers a prompt that asks for no JSON with a text, cut where the limit is", async () => {
    const reply = await provider.complete({ prompt: "Give a number.", sample: 0 });
    expect(reply.text).toMatch(/[a-z]/);
    expect(["end", "length"]).toContain(reply.stop);
    expect(reply.served?.model).toMatch(/^gguf-[0-9a-f]{16}$/);
    expect(reply.usage?.outputTokens).toBeLessThanOrEqual(25);
    // The prompt with the marks around it, and no words of the package's own.
    expect(reply.usage?.inputTokens).toBeGreaterThan(3);
    expect(reply.usage?.inputTokens).toBeLessThan(40);
  });

  const grammar = {
    type: "object",
    properties: {
      p_apply: { type: "number", minimum: 0, maximum: 1 },
      notes: { type: "string", maxLength: 20 },
    },
    required: ["p_apply", "notes"],
    additionalProperties: false,
  };
  const asked = { prompt: "Give p.", sample: 0, grammar };

  it("ends an answer that is kept to its grammar, without a limit of tokens given", async () => {
    await using held = llama({ file: TINY_MODEL, threads: 1 });
    expect(held.settings).toMatchObject({ temperature: 0, grammar: "schema" });
    expect(held.settings).not.toHaveProperty("max_tokens");
    const { text, stop } = await held.complete(asked);
    expect(stop).toBe("end");
    const { p_apply, notes, ...rest } = JSON.parse(text) as Record<string, unknown>;
    expect(p_apply).toBeGreaterThanOrEqual(0);
    expect(p_apply).toBeLessThanOrEqual(1);
    expect((notes as string).length).toBeLessThanOrEqual(20);
    expect(rest).toEqual({});
  });

  it("keeps it to any JSON, or to nothing, where it is told to", { tags: "full" }, async () => {
    await using json = llama({ file: TINY_MODEL, threads: 1, grammar: "json", maxTokens: 24 });
    await using off = llama({ file: TINY_MODEL, threads: 1, grammar: "off" });
    expect(json.settings).toMatchObject({ max_tokens: 24, temperature: 0, grammar: "json" });
    expect(off.settings).toMatchObject({ max_tokens: 512, temperature: 0, grammar: "off" });
    expect((await json.complete(asked)).text).toMatch(/^\s*[{["\d]/);
    expect((await off.complete(asked)).text).not.toContain("{");
  });

  it(
    "keeps an answer to the request's schema, which this model would never do by itself",
    { tags: "full" },
    async () => {
      const schema = {
        type: "object",
        properties: { p_yes: { enum: [0.25, 0.5] }, sure: { type: "boolean" } },
        required: ["p_yes", "sure"],
        additionalProperties: false,
      };
      await using held = llama({ file: TINY_MODEL, threads: 1, maxTokens: 200 });
      const { text, stop } = await held.complete({ prompt: "Give p.", sample: 0, schema });
      expect(stop).toBe("end");
      const { p_yes, sure, ...rest } = JSON.parse(text) as Record<string, unknown>;
      expect([0.25, 0.5]).toContain(p_yes);
      expect([true, false]).toContain(sure);
      expect(rest).toEqual({});
    },
  );

  it("refuses a chat where the file has no template, and says that plain text works", async () => {
    const chat = { ...plain("a"), template: "chat" } as const;
    await expect(score(provider, PROMPT, chat)).rejects.toThrow("use the template plain");
  });

  it(
    "scores the answer of a chat, and with its turn the token that ends it",
    { tags: "full" },
    async () => {
      await using templated = llama({ file: TINY_MODEL, threads: 1, chatTemplate: CHAT });
      const whole = await score(templated, "Say hello.", TURN);
      const content = await score(templated, "Say hello.", { ...TURN, span: "content" });
      expect(whole.tokens.at(-1)?.text).toBe("</s>");
      expect(whole.tokens.slice(0, -1)).toEqual(content.tokens);
      // No token of a space that nobody wrote.
      expect(content.tokens.map(({ text }) => text).join("")).toBe("Hello");
      expect(content.before).toMatch(/<assistant>\n$/);
    },
  );

  describe.each([
    { text: "Hello 愛", tags: [] },
    { text: "ไทย", tags: ["full"] },
    { text: "naïve é", tags: ["full"] },
  ])("$text in a chat, whose characters this model spells in several tokens", ({ text, tags }) => {
    it("is scored with all its bytes", { tags }, async () => {
      const { tokens, boundaryMoved } = await score(stripping, "Say it.", { ...TURN, text });
      expect(tokens.at(-1)?.text).toBe("</s>");
      expect(tokens.length - 1).toBeGreaterThanOrEqual(Buffer.byteLength(text.replace(/\w/g, "")));
      expect(boundaryMoved).toBeUndefined();
    });
  });

  it("scores the space that an answer begins with, where a template takes away the lines before it", async () => {
    const spaced = { ...TURN, text: "  Hello", span: "content" } as const;
    const { tokens } = await score(stripping, "Say hello.", spaced);
    expect(tokens.map(({ text }) => text).join("")).toBe("  Hello");
  });

  it(
    "begins a chat with one BOS, whether or not the template writes it",
    { tags: "full" },
    async () => {
      await using silent = llama({ file: TINY_MODEL, threads: 1, chatTemplate: CHAT });
      await using writing = llama({
        file: TINY_MODEL,
        threads: 1,
        chatTemplate: `{{ bos_token }}${CHAT}`,
      });
      const [a, b] = [
        await score(silent, "Say hello.", TURN),
        await score(writing, "Say hello.", TURN),
      ];
      expect(a).toEqual(b);
    },
  );

  it("says so where prompt and text are longer than the context", async () => {
    const long = "Once upon a time there was a dog. ".repeat(100);
    await expect(score(provider, long, plain("The end."))).rejects.toThrow("the context holds 512");
    await expect(provider.complete({ prompt: long, sample: 0 })).rejects.toThrow(
      /The prompt has \d{4} tokens and the model's context holds 512/,
    );
  });

  it(
    "ends an answer where the context ends, and leaves out nothing of the prompt",
    { tags: "full" },
    async () => {
      const prompt = "Once upon a time there was a dog. ".repeat(30);
      await using wordy = llama({ file: TINY_MODEL, threads: 1, maxTokens: 5000 });
      const { stop, usage } = await wordy.complete({ prompt, sample: 0 });
      expect(usage?.inputTokens).toBeGreaterThan(300);
      expect(usage?.outputTokens).toBeLessThan(212);
      expect(["end", "length"]).toContain(stop);
    },
  );

  it("shares the library among the models of a process, which one disposed of leaves to the others", async () => {
    const [one, other] = await Promise.all([
      openLlamaFile(TINY_MODEL, { threads: 1 }),
      openLlamaFile(TINY_MODEL, { threads: 1 }),
    ]);
    expect(one.llama).toBe(other.llama);
    await one.model.dispose();
    expect(other.model.tokenize("a dog")).not.toEqual([]);
    await other.model.dispose();
  });

  it("rejects with the signal's own reason once aborted", async () => {
    const reason = new Error("stopped by the user");
    const signal = AbortSignal.abort(reason);
    await expect(provider.complete({ prompt: "a", sample: 0 }, { signal })).rejects.toBe(reason);
  });

  it("is known by what its file holds, and by what else its numbers depend on, before anything is loaded", () => {
    const [folder, other] = [newFolder(), newFolder()];
    writeFileSync(join(folder, "m.gguf"), "one");
    writeFileSync(join(other, "m.gguf"), "two");
    const one = llama({ file: join(folder, "m.gguf") });
    const two = llama({
      file: join(other, "m.gguf"),
      contextSize: 512,
      chatTemplate: "{{ bos_token }}",
    });
    expect(two.model).toBe(one.model);
    expect(one.settings).toMatchObject({ file: contentId(join(folder, "m.gguf")), context: 4096 });
    expect(one.settings["chat_date"]).toBe("26 Jul 2024");
    // Another version may compute other numbers.
    expect(one.settings["library"]).toMatch(/^node-llama-cpp 3\.\d+\.\d+$/);
    expect(two.settings["file"]).not.toBe(one.settings["file"]);
    expect(two.settings).toMatchObject({
      context: 512,
      chat_template: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
    });
    expect(llama({ file: join(folder, "none.gguf") }).settings).not.toHaveProperty("file");
  });

  it("says that it scores plain texts only, where the file has no template and none is given", () => {
    expect(provider).toMatchObject({ plain: true, settings: { chat_template: "none" } });
    expect(llama({ file: TINY_MODEL, chatTemplate: CHAT }).plain).toBe(false);
  });

  it(
    "gives the same numbers by several threads, and whether or not it has read the beginning before",
    { tags: "full" },
    async () => {
      await using several = llama({ file: TINY_MODEL, threads: 2 });
      const stories = [" The dog ran home.", " The cat slept.", " The dog ran away."].map((end) =>
        plain(end),
      );
      const prompt = "Once upon a time there was a dog and a cat. They were friends. ".repeat(3);
      const forwards = [];
      for (const story of stories) {
        forwards.push(await score(provider, prompt, story));
      }
      const backwards = [];
      for (const story of stories.toReversed())
        backwards.unshift(await score(several, prompt, story));
      expect(backwards).toEqual(forwards);
    },
  );

  it("loads nothing before the first request, then says which file is missing without its folder", async () => {
    const file = `${newFolder()}/none.gguf`;
    const absent = llama({ file });
    expect(absent).toMatchObject({
      name: "llama",
      model: "none",
      scores: true,
      deterministic: true,
    });
    expect(llama({ file, gpu: true }).deterministic).toBe(false);
    expect(llama({ file, threads: 2 }).settings).toEqual(absent.settings);
    const missing: unknown = await score(absent, "a", plain("b")).catch((error: unknown) => error);
    expect(missing).toMatchObject({ kind: "request", retryable: false });
    expect((missing as Error).message).toContain("The model none.gguf cannot be loaded");
    expect((missing as Error).message).not.toContain(file);
    await absent[Symbol.asyncDispose]();
  });
});
