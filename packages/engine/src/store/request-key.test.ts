import { anyText } from "@promptnce/testing/any-text";
import { hash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { FindTemplate, Provider, Question, Template } from "@promptnce/core";
import { canonicalJson, replyLimit } from "@promptnce/providers/contract";
import { keyOfQuestion, type RequestIdentity, requestKey } from "./request-key.ts";
import { cached } from "../links/cached.ts";
import type { Store } from "./store.ts";

import * as fc from "fast-check";

const identity: RequestIdentity = {
  provider: "vendor",
  model: "model-1",
  settings: { max_tokens: 100, thinking: { type: "disabled" } },
  prompt: "Say a number.",
  sample: 0,
};

describe("requestKey", () => {
  it("is what it was: a changed recipe would orphan every stored reply", () => {
    expect(requestKey(identity)).toBe(
      "c07ffac56bebbf1f8f339f2e7ae44b535e097d529098010e200aae83a6f10954",
    );
  });

  it("is the hash of the canonical JSON of the identity, whatever of it is absent", () => {
    const anyIdentity = fc.record(
      {
        provider: fc.string(),
        model: fc.string(),
        settings: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer())),
        prompt: anyText(),
        sample: fc.nat(),
        schema: fc.dictionary(fc.string(), fc.string()),
        continuation: fc.record({
          text: fc.string(),
          template: fc.constant("plain" as const),
          span: fc.constant("content" as const),
        }),
        options: fc.array(fc.string()),
        decision: fc.record({
          instructions: fc.string(),
          options: fc.array(fc.record({ id: fc.string(), description: fc.string() })),
        }),
        limit: fc.nat(),
      },
      { requiredKeys: ["provider", "model", "settings", "prompt", "sample"] },
    );
    fc.assert(
      fc.property(anyIdentity, (one) => {
        expect(requestKey(one)).toBe(hash("sha256", canonicalJson({ ...one })));
      }),
    );
  });

  it("does not depend on the order of settings or on fields that are not identity", () => {
    const shuffled = {
      extra: "x",
      ...identity,
      settings: Object.fromEntries(Object.entries(identity.settings).toReversed()),
    };
    expect(requestKey(shuffled)).toBe(requestKey(identity));
  });

  it.each([
    ["provider", { provider: "other" }],
    ["model", { model: "model-2" }],
    ["settings", { settings: { max_tokens: 101 } }],
    ["prompt", { prompt: "Say a number. " }],
    ["sample", { sample: 1 }],
    ["schema", { schema: { type: "object" } }],
    ["list of options", { options: ["A", "B"] }],
    ["question about the prompt", { decision: { instructions: "It is a number." } }],
    ["limit of the reply", { limit: 900 }],
  ])("differs where the %s differs", (_, change) => {
    expect(requestKey({ ...identity, ...change })).not.toBe(requestKey(identity));
  });
});

it("differs with the text that is scored, and with the schema that may constrain decoding where it does", () => {
  const continuation = { text: "dog", template: "plain", span: "content" } as const;
  const grammar = { type: "string" };
  const held = { ...identity, settings: { grammar: "schema" } };
  expect(requestKey({ ...identity, continuation })).not.toBe(requestKey(identity));
  expect(requestKey({ ...held, grammar })).not.toBe(requestKey(held));
  expect(requestKey({ ...identity, grammar })).toBe(requestKey(identity));
});

describe("the key of a request that limits its reply", () => {
  const left = { store: false, max_output_tokens: { reasoning: 8000 } };
  const grammar = { properties: { p: { type: "number" } } };
  const request = { ...identity, settings: left, grammar };

  it("has the limit as a member, and is that of its record", () => {
    const limit = replyLimit(request, left) as number;
    const { grammar: _, ...record } = request;
    expect(requestKey(request)).toBe(requestKey({ ...record, limit }));
    expect(requestKey(request)).toBe(
      hash("sha256", canonicalJson({ ...record, limit, settings: { store: false } })),
    );
  });

  it("is what it was where the user sets a limit, or nothing is written", () => {
    const own = { ...request, settings: { store: false, max_output_tokens: 99 } };
    const { grammar: _, ...record } = own;
    expect(requestKey(own)).toBe(hash("sha256", canonicalJson(record)));
    const read = { ...identity, options: ["A"] };
    expect(requestKey({ ...read, settings: left })).toBe(
      requestKey({ ...read, settings: { store: false } }),
    );
  });
});

const provider: Provider = {
  name: "vendor",
  model: "m",
  settings: { max_tokens: 9 },
  complete: async () => ({ text: "0.5", stop: "end" }),
};
const question: Question = { kind: "marginal", task: "words", y: "dog", sample: 2 };

/** Wordings of one task in which the kinds differ in nothing but their name. */
function wordings(more: Partial<Template> = {}): FindTemplate {
  return () => ({
    id: "words/any",
    version: 1,
    render: (asked) => JSON.stringify(asked),
    parse: () => ({ ok: true, answer: 0.5, notes: [] }),
    ...more,
  });
}

it("the key of a question is that of its request: prompt, sample, schema and continuation", () => {
  const schema = { type: "object" };
  const continuation = { text: "dog", template: "plain", span: "content" } as const;
  const findTemplate = wordings({ schema: () => schema, continuation: () => continuation });
  expect(keyOfQuestion(question, { provider, findTemplate })).toBe(
    requestKey({
      provider: "vendor",
      model: "m",
      settings: { max_tokens: 9 },
      prompt: JSON.stringify(question),
      sample: 2,
      schema,
      continuation,
    }),
  );
});

it("a reply is kept under it", async () => {
  const kept: string[] = [];
  const store: Store = {
    get: () => undefined,
    entries: () => [],
    append: ({ key }) => void kept.push(key),
  };
  const findTemplate = wordings();
  const request = { prompt: findTemplate(question).render(question), sample: 2 };
  await cached(provider, store).complete(request);
  expect(kept).toEqual([keyOfQuestion(question, { provider, findTemplate })]);
});
