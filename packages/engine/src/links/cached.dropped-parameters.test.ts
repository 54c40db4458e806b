import { join } from "node:path";
import type { CallContext, Provider } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { cached } from "./cached.ts";
import { openJournal } from "../journal/journal.ts";
import { paced } from "./paced.ts";
import { ProviderError } from "@promptnce/core/errors";
import { requestKey } from "../store/request-key.ts";
import { memory, request } from "../testing/counting-provider.test.support.ts";
import { newFolder } from "@promptnce/testing/new-folder";

const asked = { max_tokens: 9, temperature: 0, top_k: 1 };

/** A model that rejects some settings by name, as adapters tell it, and says what it was sent. */
function rejecting(...names: readonly string[]): Provider & { readonly sent: object[] } {
  const sent: object[] = [];
  return {
    name: "test",
    model: "m",
    settings: asked,
    sent,
    async complete(_, options?: CallContext) {
      await options?.tell?.({ is: "sending" });
      const settings = options?.settings ?? asked;
      sent.push(settings);
      await new Promise((resolve) => setImmediate(resolve));
      const parameter = names.find((name) => name in settings);
      if (parameter === undefined) return { text: "yes", stop: "end" };
      throw new ProviderError(`${parameter}: Extra inputs are not permitted`, {
        kind: "request",
        status: 400,
        retryable: false,
        parameter,
      });
    },
  };
}

describe("a setting that the model rejects by name", () => {
  it("is not sent with calls that were made before it was known but still wait for their turn", async () => {
    const provider = rejecting("temperature");
    const store = memory();
    const answering = cached(paced({ concurrency: 1 })(provider), store);
    const samples = Array.from({ length: 20 }, (_, sample) => sample);
    await Promise.all(samples.map((sample) => answering.complete({ ...request, sample })));
    // Its place was another's before anyone could learn from it.
    expect(provider.sent.filter((sent) => "temperature" in sent)).toHaveLength(2);
    expect(store.kept.size).toBe(20);
  });

  it("is left out for the rest of the run, and the record is that of what was sent", async () => {
    const provider = rejecting("temperature", "top_k");
    const store = memory();
    const told: unknown[] = [];
    const answering = cached(provider, store, { onLeftOut: (...what) => told.push(what) });
    for (const sample of [0, 1, 2]) {
      await answering.complete({ ...request, sample });
    }
    expect(provider.sent).toEqual([
      asked,
      { max_tokens: 9, top_k: 1 },
      ...Array(3).fill({ max_tokens: 9 }),
    ]);
    expect(answering.settings).toEqual({ max_tokens: 9 });
    expect(told).toEqual([
      ["temperature", 0],
      ["top_k", 1],
    ]);
    const settings = { max_tokens: 9 };
    const key = requestKey({ provider: "test", model: "m", settings, ...request });
    expect(store.kept.get(key)).toMatchObject({
      key,
      settings,
      leftOut: { temperature: 0, top_k: 1 },
    });
  });

  it("is learned once where many calls of one time meet it", async () => {
    const provider = rejecting("temperature");
    const store = memory();
    const answering = cached(provider, store);
    const samples = Array.from({ length: 20 }, (_, sample) => sample);
    await Promise.all(samples.map((sample) => answering.complete({ ...request, sample })));
    expect(provider.sent).toHaveLength(40);
    expect(store.kept.size).toBe(20);
    for (const { settings } of store.kept.values()) {
      expect(settings).toEqual({ max_tokens: 9, top_k: 1 });
    }
  });

  it("is the same request as one in which it was never asked for", async () => {
    const store = memory();
    await cached(rejecting("temperature"), store).complete(request);
    const plain = { ...rejecting(), settings: { max_tokens: 9, top_k: 1 } };
    expect((await cached(plain, store).complete(request)).stored).toBe(true);
  });

  it("is known from the journal in a later run, which sends nothing at all", async () => {
    const path = join(newFolder(), "journal.jsonl");
    {
      using journal = openJournal(path);
      await cached(rejecting("temperature"), journal).complete(request);
    }
    using journal = openJournal(path);
    const provider = rejecting("temperature");
    const answering = cached(provider, journal);
    expect(answering.settings).toEqual({ max_tokens: 9, top_k: 1 });
    expect((await answering.complete(request)).stored).toBe(true);
    expect(provider.sent).toEqual([]);
    // Of this model only, and only beside these settings.
    expect(cached({ ...provider, model: "other" }, journal).settings).toEqual(asked);
    const beside = { ...asked, version: "2" };
    expect(cached({ ...provider, settings: beside }, journal).settings).toEqual(beside);
  });

  it("ends the run where replies were given with it: two settings are never mixed", async () => {
    let rejects = false;
    const fickle = rejecting("temperature");
    const provider: Provider = {
      ...fickle,
      complete: (...given) => (rejects ? fickle : rejecting()).complete(...given),
    };
    const answering = cached(provider, memory());
    await answering.complete(request);
    rejects = true;
    await expect(answering.complete({ ...request, sample: 1 })).rejects.toThrow(
      "temperature: Extra inputs are not permitted",
    );
    expect(answering.settings).toEqual(asked);
  });

  it("is asked again under the settings of the others where a reply came with it all the same", async () => {
    // Two servers behind one address: one takes the setting, slowly, the other rejects it.
    const sent: object[] = [];
    const sentWithout = Promise.withResolvers<void>();
    const provider: Provider = {
      ...rejecting(),
      async complete({ sample }, options?: CallContext) {
        await options?.tell?.({ is: "sending" });
        const settings = options?.settings ?? asked;
        sent.push({ sample, ...settings });
        if ("temperature" in settings && sample === 1)
          return rejecting("temperature").complete(request, options);
        if (sample === 1) sentWithout.resolve();
        await sentWithout.promise;
        return { text: "yes", stop: "end" };
      },
    };
    const store = memory();
    const answering = cached(provider, store);
    await Promise.all([0, 1].map((sample) => answering.complete({ ...request, sample })));
    expect(sent).toHaveLength(4);
    const kept = [...store.kept.values()].map(({ sample, settings }) => [
      sample,
      "temperature" in settings,
    ]);
    expect(kept).toEqual([
      [0, true],
      [1, false],
      [0, false],
    ]);
  });
});
