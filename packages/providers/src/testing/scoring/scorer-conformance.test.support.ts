import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProviderError } from "@promptnce/core/errors";
import { KEY } from "../faults.test.support.ts";
import {
  BOS,
  END,
  sequenceLogprob,
  toyLogprob,
  TOKENS,
  toyTokens,
} from "./toy-model.test.support.ts";
import type { ScoringProvider } from "../../scoring/scoring-provider.ts";
import { plain, score, startToy, summed, type ToyScorer } from "./toy-scorer.test.support.ts";

/** What the token of the toy model is called. */
const id = (token: string): number => TOKENS.indexOf(token);

/**
 * What every adapter that scores promises: of its numbers, on a model whose probabilities are
 * known, and of its server, probing, errors, keys and aborts.
 */
export function scorerConformance(scorer: ToyScorer): void {
  const start = (options?: Parameters<typeof startToy>[1]) => startToy(scorer, options);
  const words = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n"), maxLength: 8 });

  describe(`${scorer.title}, as any adapter that scores`, () => {
    it("recovers the exact log-probability of any plain continuation: what it adds to the prompt's", async () => {
      const { provider } = await start();
      await fc.assert(
        fc.asyncProperty(
          words,
          fc.string({ unit: fc.constantFrom("a", "b", " ", "\n"), minLength: 1, maxLength: 8 }),
          async (prompt, text) => {
            const scored = await score(provider, prompt, plain(text));
            const [whole, alone] = [toyTokens(prompt + text), toyTokens(prompt)];
            const exact = sequenceLogprob([BOS, ...whole]) - sequenceLogprob([BOS, ...alone]);
            const merged = alone.some((token, place) => token !== whole[place]);
            expect(scored.boundaryMoved ?? false).toBe(merged);
            expect(merged || Math.abs(summed(scored) - exact) < 1e-9).toBe(true);
            // Summed over whole texts the boundary does not matter.
            const common = whole.length - scored.tokens.length;
            const before = sequenceLogprob([BOS, ...whole.slice(0, common)]);
            expect(before + summed(scored)).toBeCloseTo(sequenceLogprob([BOS, ...whole]), 10);
          },
        ),
        { numRuns: 40 },
      );
    });

    it("reads each token's probability given the one before it, not the one after", async () => {
      const { provider } = await start();
      const { tokens } = await score(provider, "a", plain("\nb"));
      expect(tokens.map(({ text }) => text)).toEqual(["\n", "b"]);
      expect(tokens.map((token) => token.id)).toEqual([id("\n"), id("b")]);
      expect(tokens[0]?.logprob).toBeCloseTo(toyLogprob(id("a"), id("\n")), 10);
      expect(tokens[1]?.logprob).toBeCloseTo(toyLogprob(id("\n"), id("b")), 10);
    });

    it("scores the merged token, and says so, where prompt and text merge", async () => {
      const { provider } = await start();
      const scored = await score(provider, "\na", plain("b"));
      expect(scored.boundaryMoved).toBe(true);
      const logprob = expect.closeTo(toyLogprob(id("\n"), id("ab")), 10) as number;
      expect(scored.tokens).toEqual([{ id: id("ab"), text: "ab", logprob }]);
    });

    it("counts the beginning of text once: an empty prompt conditions on it alone", async () => {
      const { provider } = await start();
      const scored = await score(provider, "", plain("a"));
      expect(scored.tokens).toHaveLength(1);
      expect(summed(scored)).toBeCloseTo(toyLogprob(BOS, id("a")), 10);
    });

    it("does without a beginning of text where the model has none, and says when that leaves nothing to go by", async () => {
      const { provider } = await start({ bos: false });
      expect(summed(await score(provider, "b", plain("\n")))).toBeCloseTo(
        toyLogprob(id("b"), id("\n")),
        10,
      );
      await expect(score(provider, "", plain("a"))).rejects.toThrow("nothing before it");
    });

    it("scores the answer of a chat through the end of the turn, and nothing that the template puts before it", async () => {
      const { provider } = await start();
      const chat = { text: "ab", template: "chat", system: "b", span: "assistant-turn" } as const;
      const { tokens, boundaryMoved } = await score(provider, "a b", chat);
      const turn = [id("<assistant>"), id("\n\n"), id("ab"), END];
      expect(boundaryMoved).toBeUndefined();
      expect(tokens.map((token) => token.id)).toEqual(turn.slice(2));
      expect(summed({ tokens })).toBeCloseTo(sequenceLogprob(turn.slice(1)), 10);
    });

    it("scores the tokens of the text alone where the span is the content", async () => {
      const { provider } = await start();
      const chat = { text: "ab", template: "chat", span: "content" } as const;
      const { tokens } = await score(provider, "a", chat);
      expect(tokens.map((token) => token.id)).toEqual([id("ab")]);
      expect(summed({ tokens })).toBeCloseTo(toyLogprob(id("\n\n"), id("ab")), 10);
    });

    it("keeps the boundary of a chat where a text tokenized as one would merge", async () => {
      const { provider } = await start();
      const chat = { text: "\nb", template: "chat", span: "content" } as const;
      const { tokens } = await score(provider, "a", chat);
      expect(tokens.map((token) => token.id)).toEqual([id("\n"), id("b")]);
    });

    it("tells with a score what stood before it, special tokens and all", async () => {
      const { provider } = await start();
      const chat = { text: "ab", template: "chat", system: "b", span: "content" } as const;
      const { before } = await score(provider, "a b", chat);
      expect(before).toBe("<s><system>\n\nb</t><user>\n\na b</t><assistant>\n\n");
    });

    it("refuses what looks like a special token and would be read as one, and says whose text it is", async () => {
      const { provider } = await start();
      const chat = { text: "a", template: "chat", span: "content" } as const;
      await expect(score(provider, "b</t>", chat)).rejects.toThrow(
        "the text of the user holds </t>",
      );
      await expect(score(provider, "b", { ...chat, text: "<user> a" })).rejects.toThrow(
        "the text of the assistant",
      );
      const { tokens } = await score(provider, "b", { ...chat, text: "a b" });
      expect(tokens.map(({ text }) => text).join("")).toBe("a b");
    });

    it("gives no number for a token of probability zero", async () => {
      const { provider } = await start();
      const { tokens } = await score(provider, "a", plain("\n?b"));
      expect(tokens.map(({ logprob }) => logprob === null)).toEqual([false, true, false]);
    });

    it("counts the tokens that were read, and generates none", async () => {
      const { provider } = await start();
      const request = { prompt: "a", sample: 0, continuation: plain("\nb") };
      const { usage, stop } = await provider.complete(request);
      expect({ usage, stop }).toEqual({ usage: { inputTokens: 4, outputTokens: 0 }, stop: "end" });
    });
  });

  describe(`${scorer.title} and its server`, () => {
    it("refuses a prompt without a continuation and a continuation without a token", async () => {
      const { server, provider } = await start();
      await expect(provider.complete({ prompt: "a", sample: 0 })).rejects.toThrow(
        "give the request a continuation",
      );
      expect(server.seen).toEqual([]);
      await expect(score(provider, "a", plain(""))).rejects.toThrow("no token to score");
    });

    it("says that it scores, and records no settings", async () => {
      const { provider } = await start();
      expect(provider).toMatchObject({ scores: true, model: "toy", settings: {} });
    });

    it("tells what its model is known by: the way of scoring, the day, a rendered chat", async () => {
      const [{ provider }, other] = await Promise.all([start(), start({ bos: false })]);
      const identity = await (provider as ScoringProvider).identity();
      expect(identity).toMatchObject({
        chat_date: "26 Jul 2024",
        chat: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      });
      expect(await (other.provider as ScoringProvider).identity()).toMatchObject({
        by: identity["by"],
      });
    });

    it("probes once, however many ask at the same time", async () => {
      const probesOf = async (...texts: readonly string[]) => {
        const { server, provider } = await start();
        await Promise.all(texts.map((text) => score(provider, "\n", plain(text))));
        return server.seen.filter(({ body }) => /\[1,2,3\]/.test(JSON.stringify(body)));
      };
      expect(await probesOf("a", "b", "a b")).toHaveLength((await probesOf("a")).length);
    });

    it("probes again where the first probe found nobody", async () => {
      const { server, provider } = await start();
      server.script(scorer.path, { fault: "drop" });
      await expect(score(provider, "\n", plain("a"))).rejects.toMatchObject({
        kind: "connection",
        retryable: true,
      });
      expect((await score(provider, "\n", plain("a"))).tokens).toHaveLength(1);
    });

    it.each([
      ["malformed", { fault: "garbled" }, { kind: "response" }],
      ["of another shape", { json: { hello: 1 } }, { kind: /response|request/ }],
      [
        "a failure",
        { status: 500, type: "x", message: `no ${KEY}` },
        { kind: "server", retryable: true },
      ],
      ["a refused key", { status: 401, type: "x", message: KEY }, { kind: "auth" }],
    ] as const)(
      "turns an answer that is %s into one sentence without a key",
      async (_, answer, wanted) => {
        const { server, provider } = await start({ apiKey: KEY });
        server.script(scorer.path, answer, answer);
        const error: unknown = await score(provider, "a", plain("\n")).catch((e: unknown) => e);
        expect(error).toBeInstanceOf(ProviderError);
        expect((error as ProviderError).kind).toMatch(wanted.kind);
        expect((error as ProviderError).message).toMatch(/^[^\n]{20,400}$/);
        expect(inspect([error, provider], { depth: 10, showHidden: true })).not.toContain(
          "very-secret",
        );
      },
    );

    it("sends the key it is given and no other", async () => {
      const { server, provider } = await start({ apiKey: KEY });
      await score(provider, "a", plain("\n"));
      expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(
        new Set([`Bearer ${KEY}`]),
      );
    });

    it("stops with the signal's own reason, and lets the others go on", async () => {
      const { server, provider } = await start();
      server.script(scorer.path, { fault: "hang" }, { fault: "hang" });
      const controller = new AbortController();
      const request = { prompt: "a", sample: 0, continuation: plain("\n") };
      const reply = provider.complete(request, { signal: controller.signal });
      const reason = new Error("stopped by the user");
      await expect.poll(() => server.seen.length).toBeGreaterThan(0);
      controller.abort(reason);
      await expect(reply).rejects.toBe(reason);
      await expect(provider.complete(request, { signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      );
    });
  });
}
