import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ProviderError } from "../../errors/errors.ts";
import type { ScoringOptions } from "../../scoring/scoring-provider.ts";
import { KEY } from "../faults.ts";
import { plain, score, startToy, type ToyScorer } from "./toy-scorer.ts";

/** What every adapter that scores promises about its server: probing, errors, keys and aborts. */
export function scorerFaults(scorer: ToyScorer): void {
  const start = (options?: Partial<ScoringOptions>): ReturnType<typeof startToy> => startToy(scorer, options);

  describe(`${scorer.title} and its server`, () => {
    it("refuses a prompt without a continuation and a continuation without a token", async () => {
      const { server, provider } = await start();
      await expect(provider.complete({ prompt: "a", sample: 0 })).rejects.toThrow("give the request a continuation");
      expect(server.seen).toEqual([]);
      await expect(score(provider, "a", plain(""))).rejects.toThrow("no token to score");
    });

    it("says that it scores, and records no settings", async () => {
      const { provider } = await start();
      expect(provider).toMatchObject({ scores: true, model: "toy", settings: {} });
    });

    it("probes once, however many ask at the same time", async () => {
      const { server, provider } = await start();
      await Promise.all(["a", "b", "a b"].map((text) => score(provider, "\n", plain(text))));
      const probes = server.seen.filter(({ body }) => /\[1,2,3\]/.test(JSON.stringify(body)));
      expect(probes).toHaveLength(1);
    });

    it("probes again where the first probe found nobody", async () => {
      const { server, provider } = await start();
      server.script(scorer.path, { fault: "drop" });
      await expect(score(provider, "\n", plain("a"))).rejects.toMatchObject({ kind: "connection", retryable: true });
      expect((await score(provider, "\n", plain("a"))).tokens).toHaveLength(1);
    });

    it.each([
      ["malformed", { fault: "malformed" }, { kind: "response" }],
      ["of another shape", { json: { hello: 1 } }, { kind: /response|request/ }],
      ["a failure", { status: 500, type: "x", message: `no ${KEY}` }, { kind: "server", retryable: true }],
      ["a refused key", { status: 401, type: "x", message: KEY }, { kind: "auth" }],
    ] as const)("turns an answer that is %s into one sentence without a key", async (_, answer, wanted) => {
      const { server, provider } = await start({ apiKey: KEY });
      server.script(scorer.path, answer, answer);
      const error: unknown = await score(provider, "a", plain("\n")).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(ProviderError);
      expect((error as ProviderError).kind).toMatch(wanted.kind);
      expect((error as ProviderError).message).toMatch(/^[^\n]{20,400}$/);
      expect(inspect([error, provider], { depth: 10, showHidden: true })).not.toContain("very-secret");
    });

    it("sends the key it is given and no other", async () => {
      const { server, provider } = await start({ apiKey: KEY });
      await score(provider, "a", plain("\n"));
      expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${KEY}`]));
    });

    it("stops with the signal's own reason, and lets the others go on", async () => {
      const { server, provider } = await start();
      server.script(scorer.path, { fault: "hang" }, { fault: "hang" });
      const controller = new AbortController();
      const request = { prompt: "a", sample: 0, continuation: plain("\n") };
      const reply = provider.complete(request, { signal: controller.signal });
      const reason = new Error("stopped by the user");
      setTimeout(() => controller.abort(reason), 50);
      await expect(reply).rejects.toBe(reason);
      await expect(provider.complete(request, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });
  });
}
