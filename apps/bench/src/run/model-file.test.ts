import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Provider, type Query, questionOf, readReply, requestOf } from "@promptnce/core";
import { findTemplate } from "@promptnce/prompts";
import { llama } from "@promptnce/providers/llama";
import { describe, expect, it } from "vitest";

const TINY_MODEL =
  process.env["PROMPTNCE_TEST_GGUF"] ??
  resolve(import.meta.dirname, "../../../../../shared/models/stories260K-f32.gguf");

/** A model that was tuned to follow instructions, where the environment says one is. */
const INSTRUCT_MODEL = process.env["PROMPTNCE_TEST_INSTRUCT_GGUF"] ?? "";

/** How a reply to a faithful prompt of Words ended, and how it was read. */
async function asked(provider: Provider, query: Query) {
  const question = questionOf(query, "words");
  const template = findTemplate(question);
  const reply = await provider.complete(requestOf(template, question));
  return { stop: reply.stop, reading: readReply(template, question, reply) };
}

const cues = ["SHOVE", "OCEAN", "DOCTOR", "BREAD"];
const targets = ["PUSH", "WATER", "NURSE", "BUTTER"];

/** Of each cue a question of five kinds. */
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

describe.skipIf(!existsSync(TINY_MODEL))("a model file that cannot write JSON by itself", () => {
  it("gives replies to faithful prompts that end and are read", async () => {
    await using provider = llama({ file: TINY_MODEL });
    for (const query of queries.slice(0, 1)) {
      expect(await asked(provider, query)).toMatchObject({ stop: "end", reading: { ok: true } });
    }
  });
});

describe.skipIf(!existsSync(INSTRUCT_MODEL))(
  "a small model that follows instructions",
  { tags: "full" },
  () => {
    it("gives at most one reply in twenty to the faithful prompts of Words that cannot be read, and none that is cut", async () => {
      await using provider = llama({ file: INSTRUCT_MODEL });
      const all = [];
      for (const query of queries) {
        all.push(await asked(provider, query));
      }
      expect(all.filter(({ reading }) => !reading.ok).length).toBeLessThanOrEqual(1);
      expect(all.filter(({ stop }) => stop !== "end")).toEqual([]);
    }, 600_000);
  },
);
