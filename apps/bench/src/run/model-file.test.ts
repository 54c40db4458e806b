import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Provider, type Query, questionOf, readReply, requestOf } from "@promptnce/core";
import { findTemplate } from "@promptnce/prompts";
import { llama } from "@promptnce/providers/llama";
import { describe, expect, it } from "vitest";

const TINY_MODEL =
  process.env["PROMPTNCE_TEST_GGUF"] ??
  resolve(import.meta.dirname, "../../../../../shared/models/stories260K-f32.gguf");

/** The end of a reply to a faithful Words prompt, and its reading. */
async function asked(provider: Provider, query: Query) {
  const question = questionOf(query, "words");
  const template = findTemplate(question);
  const reply = await provider.complete(requestOf(template, question));
  return { stop: reply.stop, reading: readReply(template, question, reply) };
}

const query: Query = { kind: "conditional", x: { cue: "SHOVE" }, y: "PUSH" };

// The quick tests of a grammar that a reply is kept to are those of `llama`.
describe.skipIf(!existsSync(TINY_MODEL))(
  "a model file that cannot write JSON by itself",
  { tags: "full" },
  () => {
    it("gives complete and readable replies to faithful prompts", async () => {
      await using provider = llama({ file: TINY_MODEL });
      expect(await asked(provider, query)).toMatchObject({ stop: "end", reading: { ok: true } });
    });
  },
);
