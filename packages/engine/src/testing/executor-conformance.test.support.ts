import type { Provider, Reply, ReplyReading, Request } from "@promptnce/core";
import { ProviderError, type ProviderErrorKind } from "@promptnce/core/errors";
import { replyLimit } from "@promptnce/providers/contract";
import { describe, expect, it } from "vitest";
import type { Executor, Inquiry } from "../attempt/executor.ts";
import { requestKey } from "../store/request-key.ts";
import type { Store } from "../store/store.ts";

/** The model that executors ask in their conformance suite. It leaves the limit to each request. */
export const askedModel = {
  name: "test",
  model: "m",
  settings: { max_tokens: { reasoning: 50 }, temperature: 0 },
} as const;

/** What a model says to a request under these settings. */
export type Answer = (request: Request, settings: Provider["settings"]) => Reply | ProviderError;

/** The model as a provider of single calls. */
export function answering(answer: Answer): Provider {
  return {
    ...askedModel,
    async complete(request, call) {
      await call?.tell?.({ is: "sending" });
      const outcome = answer(request, call?.settings ?? askedModel.settings);
      if (!(outcome instanceof ProviderError)) return outcome;
      if (!outcome.mayBeBilled) await call?.tell?.({ is: "uncharged" });
      throw outcome;
    },
  };
}

/** A place with a store, at which runs come one after another. */
export interface ExecutorPlace {
  readonly store: Store;
  /** The executor of another run, of a model that answers like this. */
  readonly executor: (answer: Answer) => Executor;
}

const usage = { inputTokens: 10, outputTokens: 2 };
const say = (text: string, stop: Reply["stop"] = "end"): Reply => ({ text, stop, usage });
const read = ({ text }: Reply): ReplyReading =>
  text.startsWith("yes") ? { ok: true, answer: 1 } : { ok: false, reason: "no answer" };
const fail = (
  kind: ProviderErrorKind,
  more: Partial<ConstructorParameters<typeof ProviderError>[1]> = {},
) => new ProviderError(`no: ${kind}`, { kind, retryable: false, ...more });

/** A model that notes the prompts that it is asked. */
function asked(answer: Answer) {
  const prompts: string[] = [];
  const noting: Answer = (request, settings) => {
    prompts.push(request.prompt);
    return answer(request, settings);
  };
  return { prompts, noting };
}

const wanted = (...prompts: readonly string[]): Inquiry[] =>
  prompts.map((prompt) => ({ request: { prompt, sample: 0 }, read }));

/**
 * The entries of a store in the order of their prompts and attempts, without what tells the way.
 */
async function entriesOf(store: Store) {
  const entries = await Array.fromAsync(store.entries());
  return entries
    .map(({ prompt, attempt = 0, charge, settings, leftOut, reply }) => ({
      prompt,
      attempt,
      ...(charge && { charge }),
      settings,
      ...(leftOut && { leftOut }),
      reply: { ...reply, batch: undefined },
    }))
    .toSorted((a, b) => (`${a.prompt} ${a.attempt}` < `${b.prompt} ${b.attempt}` ? -1 : 1));
}

/**
 * What every executor does, however it carries requests; `newPlace` gives one with an empty store.
 */
export function describeExecutor(name: string, newPlace: () => Promise<ExecutorPlace>): void {
  const { settings } = askedModel;

  describe(`${name} as an executor`, () => {
    it("stores a reply to each request, to equal ones one, and asks nothing again", async () => {
      const { store, executor } = await newPlace();
      const { prompts, noting } = asked(({ prompt }) => say(`yes, ${prompt}`));
      expect(await executor(noting).settle(wanted("a", "b", "a", "c"))).toBe(3);
      expect(prompts.toSorted()).toEqual(["a", "b", "c"]);
      expect(await entriesOf(store)).toEqual(
        ["a", "b", "c"].map((prompt) => {
          return { prompt, attempt: 0, settings, reply: say(`yes, ${prompt}`) };
        }),
      );
      expect(await executor(noting).settle(wanted("a", "b", "c"))).toBe(0);
      expect(prompts).toHaveLength(3);
    });

    it("records the request's own limit, which is in its key", async () => {
      const { store, executor } = await newPlace();
      const grammar = { properties: { p: { type: "number" } } };
      const [{ request }] = wanted("a") as [Inquiry];
      await executor(() => say("yes")).settle([{ request: { ...request, grammar }, read }]);
      const identity = { ...request, provider: askedModel.name, model: askedModel.model, settings };
      const limit = replyLimit({ grammar }, settings);
      const key = requestKey({ ...identity, limit });
      expect(await store.get(key)).toMatchObject({ key, limit });
    });

    it("asks for an invalid reply again until three have come, and for no refusal or cut reply", async () => {
      const { store, executor } = await newPlace();
      const replies: Readonly<Record<string, Reply>> = {
        cut: say("no", "length"),
        never: say("no"),
        refused: say("no", "refusal"),
        valid: say("yes"),
      };
      const { prompts, noting } = asked(({ prompt }) => replies[prompt] as Reply);
      await executor(noting).settle(wanted("cut", "never", "refused", "valid"));
      expect(prompts.toSorted()).toEqual(["cut", "never", "never", "never", "refused", "valid"]);
      const kept = await entriesOf(store);
      expect(kept.map(({ prompt, attempt }) => [prompt, attempt])).toEqual([
        ["cut", 0],
        ["never", 0],
        ["never", 1],
        ["never", 2],
        ["refused", 0],
        ["valid", 0],
      ]);
      await executor(noting).settle(wanted("cut", "never", "refused", "valid"));
      expect(prompts).toHaveLength(6);
    });

    it("keeps what is rejected beside answered requests as failed, and asks it no more", async () => {
      const { store, executor } = await newPlace();
      const error = fail("request", { status: 400 });
      const { prompts, noting } = asked(({ prompt }) => (prompt === "bad" ? error : say("yes")));
      await executor(noting).settle(wanted("a", "bad", "c"));
      await executor(noting).settle(wanted("a", "bad", "c"));
      expect(prompts.toSorted()).toEqual(["a", "bad", "c"]);
      expect((await entriesOf(store))[1]).toEqual({
        prompt: "bad",
        attempt: 0,
        settings,
        reply: {
          text: "",
          stop: "failed",
          failure: { kind: "request", status: 400, message: "no: request" },
        },
      });
    });

    it("keeps each charge of a call that left no reply, and the reply that comes then", async () => {
      const { store, executor } = await newPlace();
      const late = fail("timeout", { retryable: true, mayBeBilled: true });
      let calls = 0;
      const { prompts, noting } = asked(({ prompt }) =>
        prompt === "late" && ++calls === 1 ? late : say("yes"),
      );
      await executor(noting).settle(wanted("a", "late"));
      expect(prompts.toSorted()).toEqual(["a", "late", "late"]);
      const kept = (await entriesOf(store)).map(({ prompt, charge, reply }) => {
        return [prompt, charge === true, reply?.stop].join(" ");
      });
      expect(kept.toSorted()).toEqual(["a false end", "late false end", "late true failed"]);
    });

    it("buys a reply twice at most that is always cut off, which is then the outcome, in later runs too", async () => {
      const { store, executor } = await newPlace();
      const cut = fail("cut", { retryable: true, mayBeBilled: true });
      const { prompts, noting } = asked(({ prompt }) => (prompt === "cut" ? cut : say("yes")));
      for (let run = 0; run < 3; run++) {
        await executor(noting).settle(wanted("a", "cut"));
      }
      expect(prompts.toSorted()).toEqual(["a", "cut", "cut"]);
      const kept = (await entriesOf(store)).map(({ prompt, attempt, charge, reply }) => {
        return [prompt, attempt, charge === true, reply.stop].join(" ");
      });
      expect(kept.toSorted()).toEqual([
        "a 0 false end",
        "cut 0 false failed",
        "cut 0 true failed",
        "cut 1 false failed",
        "cut 1 true failed",
      ]);
    });

    it("leaves out a setting that the model rejects, and records what was wanted", async () => {
      const { store, executor } = await newPlace();
      const error = fail("request", { status: 400, parameter: "temperature" });
      const { noting } = asked((_, sent) => ("temperature" in sent ? error : say("yes")));
      expect(await executor(noting).settle(wanted("a", "b"))).toBe(2);
      const kept = await entriesOf(store);
      const { temperature, ...others } = settings;
      const sent = { settings: others, leftOut: { temperature } };
      expect(kept).toEqual(
        ["a", "b"].map((prompt) => ({ prompt, attempt: 0, ...sent, reply: say("yes") })),
      );
    });

    it("ends where ten are refused alike in a row, whatever was answered before, keeps none, and the next run asks them", async () => {
      const { store, executor } = await newPlace();
      const names = Array.from({ length: 60 }, (_, i) => `q${i}`);
      const spent = (i: number): ProviderError =>
        new ProviderError(`Denied by rule 7, at ${i}`, {
          kind: "request",
          status: 400,
          retryable: false,
        });
      let answered = 0;
      const limited = asked(() => {
        if (answered === 20) return spent(answered);
        answered++;
        return say("yes");
      });
      await expect(executor(limited.noting).settle(wanted(...names))).rejects.toThrow(
        "10 requests in a row failed like this",
      );
      const kept = await entriesOf(store);
      expect(kept.map(({ reply }) => reply.stop)).toEqual(kept.map(() => "end"));
      const next = asked(() => say("yes"));
      await executor(next.noting).settle(wanted(...names));
      expect(kept.length + next.prompts.length).toBe(60);
      expect(await entriesOf(store)).toHaveLength(60);
    });

    it("ends where the failure is of the run, keeps nothing of it, and the next run asks the rest", async () => {
      const { store, executor } = await newPlace();
      const { noting } = asked(() => fail("quota"));
      await expect(executor(noting).settle(wanted("a", "b"))).rejects.toThrow("no: quota");
      expect(await entriesOf(store)).toEqual([]);
      const next = asked(() => say("yes"));
      await executor(next.noting).settle(wanted("a", "b"));
      expect(next.prompts.toSorted()).toEqual(["a", "b"]);
      expect(await entriesOf(store)).toHaveLength(2);
    });
  });
}
