import type { Provider } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../hash/canonical-json.ts";

/** A provider at work, with a prompt that it can answer. */
export interface Subject {
  readonly provider: Provider;
  readonly prompt: string;
}

/** What every provider promises, whatever stands behind it and however it is wrapped. */
export function providerConformance(title: string, start: () => Subject | Promise<Subject>): void {
  describe(`${title}, as any provider`, () => {
    it("has a name, a model and settings that are plain JSON", async () => {
      const { provider } = await start();
      expect(provider.name).toMatch(/\S/);
      expect(provider.model).toMatch(/\S/);
      expect(() => canonicalJson(provider.settings)).not.toThrow();
    });

    it("answers with a text, how it ended and whole counts of tokens", async () => {
      const { provider, prompt } = await start();
      const reply = await provider.complete({ prompt, sample: 0 });
      expect(reply.text).toMatch(/\S/);
      expect(reply.stop).toBe("end");
      expect(reply.usage?.inputTokens).toSatisfy(Number.isInteger);
      expect(reply.usage?.outputTokens).toSatisfy(Number.isInteger);
      expect(() => canonicalJson(reply)).not.toThrow();
    });

    it("answers many requests at once", async () => {
      const { provider, prompt } = await start();
      const samples = Array.from({ length: 50 }, (_, sample) => sample);
      const replies = await Promise.all(
        samples.map((sample) => provider.complete({ prompt, sample })),
      );
      expect(replies.filter(({ stop }) => stop === "end")).toHaveLength(50);
    });

    it("rejects, and does not throw, with the signal's own reason once aborted", async () => {
      const { provider, prompt } = await start();
      const reason = new Error("stopped by the user");
      const signal = AbortSignal.abort(reason);
      await expect(provider.complete({ prompt, sample: 1 }, { signal })).rejects.toBe(reason);
    });

    it("does not change the request it is given", async () => {
      const { provider, prompt } = await start();
      const request = Object.freeze({ prompt, sample: 2 });
      await provider.complete(request);
      expect(request).toEqual({ prompt, sample: 2 });
    });
  });
}
