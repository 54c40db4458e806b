import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Provider, type Query, questionOf, readReply, requestOf } from "@promptnce/core";
import { findTemplate } from "@promptnce/prompts";
import { llama } from "@promptnce/providers/llama";
import { describe, expect, it } from "vitest";

const TINY_MODEL =
  process.env["PROMPTNCE_TEST_GGUF"] ??
  resolve(import.meta.dirname, "../../../../../shared/models/stories260K-f32.gguf");

/** An instruction-tuned model, if the environment names one. */
const INSTRUCT_MODEL = process.env["PROMPTNCE_TEST_INSTRUCT_GGUF"] ?? "";

/** The end of a reply to a faithful Words prompt, and its reading. */
async function asked(provider: Provider, query: Query) {
  const question = questionOf(query, "words");
  const template = findTemplate(question);
  const reply = await provider.complete(requestOf(template, question));
  return { stop: reply.stop, reading: readReply(template, question, reply) };
}

const cues = ["SHOVE", "OCEAN", "DOCTOR", "BREAD"];
const targets = ["PUSH", "WATER", "NURSE", "BUTTER"];

/** Questions of five kinds about each cue. */
const queries = cues.flatMap((cue, i): Query[] => {
  const [x, y] = [{ cue }, targets[i]!];
  const candidates = [...targets, "ASTRONAUT"];
  return [
    { kind: "conditional", x, y },
    { kind: "closed", x, candidates },
    { kind: "open", x, candidates },
    { kind: "marginal", y },
    { kind: "pmi", x, y },
  ];
});

// The quick tests of a grammar that a reply is kept to are those of `llama`.
describe.skipIf(!existsSync(TINY_MODEL))(
  "a model file that cannot write JSON by itself",
  { tags: "full" },
  () => {
    it("gives complete and readable replies to faithful prompts", async () => {
      await using provider = llama({ file: TINY_MODEL });
      for (const query of queries.slice(0, 1)) {
        expect(await asked(provider, query)).toMatchObject({ stop: "end", reading: { ok: true } });
      }
    });
  },
);

describe.skipIf(!existsSync(INSTRUCT_MODEL))(
  "a small model that follows instructions",
  { tags: "full" },
  () => {
    it("leaves at most one reply in twenty to the faithful Words prompts unreadable, and none truncated", async () => {
      await using provider = llama({ file: INSTRUCT_MODEL });
      const all = [];
      for (const query of queries) {
        all.push(await asked(provider, query));
      }
      expect(all.filter(({ reading }) => !reading.ok).length).toBeLessThanOrEqual(1);
      expect(all.filter(({ stop }) => stop !== "end")).toEqual([]);
    });
  },
);
