import type { Provider, Reply } from "@promptnce/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProviderError, type ProviderErrorOptions } from "@promptnce/core/errors";
import { type RetriedOptions, retried } from "./retried.ts";

const reply: Reply = { text: "at last", stop: "end" };
const request = { prompt: "p", sample: 0 };
const overloaded = { kind: "server", status: 529, retryable: true } as const;
const limit = { kind: "rate-limit", status: 429, retryable: true } as const;
const error = (options: ProviderErrorOptions): ProviderError =>
  new ProviderError("It failed.", options);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers().restoreAllMocks());

/** What comes of a call under a clock that only waiting moves. */
async function settled<T>(call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return call;
}

/** A provider that fails as listed and then answers; its waits are the times from call to call. */
function setting(failures: readonly unknown[], options: RetriedOptions = {}) {
  const left = [...failures];
  const calls: number[] = [];
  const complete: Provider["complete"] = async () => {
    calls.push(performance.now());
    if (left.length > 0) throw left.shift();
    return reply;
  };
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const inner = { name: "n", model: "m", settings: { a: 1 }, complete };
  const provider = retried(options)(inner);
  const waits = (): number[] => calls.slice(1).map((at, i) => at - calls[i]!);
  return { provider, waits, calls: () => calls.length };
}

describe("retried", () => {
  it("repeats what may pass, waiting longer each time, with jitter", async () => {
    const { provider, waits } = setting(Array(3).fill(error(overloaded)));
    vi.spyOn(Math, "random")
      .mockReturnValueOnce(0)
      .mockReturnValueOnce(0.25)
      .mockReturnValueOnce(0.999);
    expect(await settled(provider.complete(request))).toEqual(reply);
    expect(waits()).toEqual([0, 500, 3996]);
  });

  it("waits as it does by itself where it is asked to wait for nothing", async () => {
    const { provider, waits } = setting(Array(2).fill(error({ ...limit, retryAfterMs: 0 })));
    expect(await settled(provider.complete(request))).toEqual(reply);
    expect(waits()).toEqual([500, 1000]);
  });

  it.each([
    ["fails", { kind: "server", status: 500, retryable: true }, 4],
    ["cuts connections", { kind: "connection", retryable: true, mayBeBilled: true }, 4],
    ["is busy", overloaded, 7],
    ["still loads its model", { ...overloaded, status: 503 }, 7],
  ] as const)(
    "a server that has answered nothing and %s is given up soon if it is broken",
    async (_, options, calls) => {
      const { provider, calls: made } = setting(Array(9).fill(error(options)), {
        firstContactMs: 600_000,
      });
      await expect(settled(provider.complete(request))).rejects.toThrow("It failed.");
      expect(made()).toBe(calls);
    },
  );

  it("a server that has answered is retried for longer", async () => {
    const failures = Array(5).fill(error({ kind: "server", status: 500, retryable: true }));
    const { provider, calls } = setting([]);
    await settled(provider.complete(request));
    const after = setting([...failures]);
    expect(calls()).toBe(1);
    await expect(settled(after.provider.complete(request))).rejects.toThrow("4 attempts");
  });

  it("keeps the name, the model and the settings of the provider", () => {
    expect(setting([]).provider).toMatchObject({ name: "n", model: "m", settings: { a: 1 } });
  });

  it.each([
    ["a bad request", { kind: "request", status: 400, retryable: false }],
    ["a wrong key", { kind: "auth", status: 401, retryable: false }],
    ["no permission", { kind: "auth", status: 403, retryable: false }],
    ["an exhausted quota", { kind: "quota", status: 429, retryable: false }],
  ] as const)("never repeats %s", async (_, options) => {
    const failure = error(options);
    const { provider, calls } = setting([failure]);
    await expect(provider.complete(request)).rejects.toBe(failure);
    expect(calls()).toBe(1);
  });

  it("never repeats a mistake in a program", async () => {
    for (const mistake of [new Error("oops"), new TypeError("x is not a function")]) {
      const { provider, calls } = setting([mistake]);
      await expect(provider.complete(request)).rejects.toBe(mistake);
      expect(calls()).toBe(1);
    }
  });

  it("does not repeat a refusal, which is a reply", async () => {
    let calls = 0;
    const refusal: Reply = { text: "No.", stop: "refusal" };
    const complete: Provider["complete"] = async () => {
      calls++;
      return refusal;
    };
    expect(
      await retried()({ name: "n", model: "m", settings: {}, complete }).complete(request),
    ).toBe(refusal);
    expect(calls).toBe(1);
  });

  it("waits as long as the vendor asks", async () => {
    const { provider, waits } = setting([error({ ...limit, retryAfterMs: 1500 })]);
    await settled(provider.complete(request));
    expect(waits()).toEqual([1500]);
  });

  it("ends at once, in a clear sentence, where the vendor asks for a day", async () => {
    const { provider, waits, calls } = setting([error({ ...limit, retryAfterMs: 86_400_000 })]);
    await expect(provider.complete(request)).rejects.toMatchObject({
      message:
        "It failed. (Given up after 1 attempt: the vendor asks to wait 86400 s, more than the 60 s that are waited for; ask again after that time.)",
      ...limit,
    });
    expect(waits()).toEqual([]);
    expect(calls()).toBe(1);
  });

  it("gives nobody up for having waited while others were answered", async () => {
    const began = performance.now();
    const complete: Provider["complete"] = async ({ prompt }) => {
      if (prompt === "served" || performance.now() - began >= 50_000) return reply;
      throw error({ ...limit, retryAfterMs: 4000 });
    };
    const provider = retried({ deadlineMs: 10_000 })({
      name: "n",
      model: "m",
      settings: {},
      complete,
    });
    const others = setInterval(() => void provider.complete({ prompt: "served", sample: 0 }), 4000);
    const call = provider.complete(request).finally(() => clearInterval(others));
    expect(await settled(call)).toEqual(reply);
    expect(performance.now() - began).toBe(52_000);
  });

  it("gives up after so many failures, and says how many", async () => {
    const { provider, calls } = setting(Array(10).fill(error(overloaded)), { retries: 2 });
    await expect(settled(provider.complete(request))).rejects.toMatchObject({
      message: "It failed. (Given up after 3 attempts.)",
      ...overloaded,
    });
    expect(calls()).toBe(3);
  });

  it("does not count a 429 as a failure, however many come", async () => {
    const failures = [
      ...Array(40).fill(error({ ...limit, retryAfterMs: 100 })),
      error(overloaded),
      error({ ...limit, retryAfterMs: 100 }),
    ];
    const { provider, calls } = setting(failures, { retries: 1 });
    expect(await settled(provider.complete(request))).toEqual(reply);
    expect(calls()).toBe(43);
  });

  it("ends a wall of 429 at the deadline, without beginning a wait that would pass it", async () => {
    const { provider, waits } = setting(Array(1000).fill(error({ ...limit, retryAfterMs: 4000 })), {
      deadlineMs: 10_000,
    });
    await expect(settled(provider.complete(request))).rejects.toMatchObject({
      ...limit,
      message:
        "It failed. (Given up after 3 attempts: nothing was answered within the deadline of 10 s; ask again later.)",
    });
    expect(waits()).toEqual([4000, 4000]);
  });

  it("stops waiting, with the signal's own reason, when aborted", async () => {
    const controller = new AbortController();
    const complete: Provider["complete"] = () =>
      Promise.reject(error({ ...limit, retryAfterMs: 30_000 }));
    const provider = retried()({ name: "n", model: "m", settings: {}, complete });
    const waiting = provider.complete(request, { signal: controller.signal });
    const reason = new Error("stopped by the user");
    setTimeout(() => controller.abort(reason), 20);
    await expect(settled(waiting)).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("retried, of a server that cannot be reached", () => {
  const refused = error({ kind: "connection", retryable: true });
  const cut = error({ kind: "connection", retryable: true, mayBeBilled: true });

  it("gives up after some seconds where nothing has ever answered, and says so", async () => {
    const { provider, waits } = setting(Array(10).fill(refused));
    await expect(settled(provider.complete(request))).rejects.toMatchObject({
      message:
        "It failed. (Given up after 4 attempts: no server has answered there yet; start it, then ask again.)",
      kind: "connection",
    });
    expect(waits()).toEqual([500, 1000, 2000]);
  });

  it("counts these seconds from the first request of all", async () => {
    const { provider, calls } = setting(Array(10).fill(refused));
    await settled(provider.complete(request).catch(() => {}));
    vi.advanceTimersByTime(5000);
    await expect(provider.complete(request)).rejects.toThrow("Given up after 1 attempt: no server");
    expect(calls()).toBe(5);
  });

  it.each([
    ["an error of its own", error(overloaded)],
    ["a connection that was cut", cut],
  ])("is as patient as ever after %s", async (_, first) => {
    const { provider, calls } = setting([first, ...Array(10).fill(refused)]);
    await expect(settled(provider.complete(request))).rejects.toThrow("after 7 attempts.");
    expect(calls()).toBe(7);
  });

  it("is as patient as ever after a reply to any request", async () => {
    let calls = 0;
    const complete: Provider["complete"] = async ({ prompt }) => {
      if (prompt === "served") return reply;
      calls++;
      throw refused;
    };
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const provider = retried()({ name: "n", model: "m", settings: {}, complete });
    await provider.complete({ prompt: "served", sample: 0 });
    await expect(settled(provider.complete(request))).rejects.toThrow("after 7 attempts.");
    expect(calls).toBe(7);
  });
});

describe("retried, of a run that is closing", () => {
  it("repeats nothing, and rejects with the run's reason", async () => {
    const closing = new AbortController();
    const { provider, calls } = setting([error(overloaded)]);
    const call = provider.complete(request, { closing: closing.signal });
    closing.abort("over");
    await expect(call).rejects.toBe("over");
    const late = setting([error(overloaded)]);
    await expect(late.provider.complete(request, { closing: closing.signal })).rejects.toBe("over");
    expect([calls(), late.calls()]).toEqual([1, 1]);
  });

  it("ends a wait that has begun", async () => {
    const closing = new AbortController();
    const { provider, calls } = setting([error(limit)]);
    const call = provider.complete(request, { closing: closing.signal });
    setTimeout(() => closing.abort("over"), 1);
    await expect(settled(call)).rejects.toBe("over");
    expect(calls()).toBe(1);
  });

  it("adds nothing to the error of another call that ended the run", async () => {
    const another = new ProviderError("It failed. (Given up after 7 attempts.)", overloaded);
    const closing = new AbortController();
    const { provider } = setting([error(overloaded), error(overloaded)]);
    setTimeout(() => closing.abort(another), 1);
    await expect(settled(provider.complete(request, { closing: closing.signal }))).rejects.toBe(
      another,
    );
  });

  it("gives the error of a call that is not to be repeated as it is", async () => {
    const failure = error({ kind: "auth", status: 401, retryable: false });
    const { provider } = setting([failure]);
    const call = provider.complete(request, { closing: AbortSignal.abort("over") });
    await expect(call).rejects.toBe(failure);
  });
});
