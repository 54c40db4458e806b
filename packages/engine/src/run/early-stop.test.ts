import type { Reply } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { earlyStop, type EarlyStopOptions } from "./early-stop.ts";

const good: Reply = { text: "0.5", stop: "end" };
const doubtful = {
  ok: true,
  answer: { labels: ["a", "b"], masses: [0.5, 0.5], doubtfulSum: 3 },
} as const;
const unread = { ok: false, reason: "there is no JSON" } as const;
const nonsense: Reply = { text: "I would say often.", stop: "end" };

const spent = async (): Promise<string> => "$0.02 were spent.";

/**
 * What the gate says after these answers to one kind of question; `undefined` where the run goes
 * on.
 */
async function after(
  answers: readonly Reply[],
  options: EarlyStopOptions = {},
): Promise<string | undefined> {
  const stop = earlyStop({ name: "p", model: "m" }, options, spent);
  for (const reply of answers)
    stop.answered("words/open", reply, reply === good ? undefined : unread);
  return stop.gate().then(
    () => undefined,
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

const mixed = (useless: number, all: number, one = nonsense): Reply[] =>
  Array.from({ length: all }, (_, i) => (i < useless ? one : good));

describe("the first twenty answers to a kind of question", () => {
  it("stop a run where more than half are of no use, as soon as that is sure", async () => {
    expect(await after(mixed(10, 20))).toBeUndefined();
    expect(await after(mixed(11, 11))).toMatch(
      /^StoppedEarly: 11 of the first 11 answers of m to words\/open/,
    );
  });

  it("alone are looked at", async () => {
    expect(await after([...mixed(0, 20), ...mixed(100, 100)])).toBeUndefined();
  });

  it("are counted by kind", async () => {
    const stop = earlyStop({ name: "p", model: "m" }, {}, spent);
    for (let i = 0; i < 16; i++) {
      stop.answered(`words/${i % 2}`, nonsense, unread);
    }
    await expect(stop.gate()).resolves.toBeUndefined();
  });

  it("are told with the commonest cause, a reply, what was spent and what to try", async () => {
    const cut: Reply = { text: '{"a": 0.1,', stop: "length" };
    const said = await after([...mixed(4, 4), ...mixed(7, 7, cut)]);
    expect(said).toBe(
      'StoppedEarly: 11 of the first 11 answers of m to words/open are of little or no use, most often because it was cut off at the token limit. One of them: "{\\"a\\": 0.1,". What to try: allow longer replies with `maxTokens`, or give a lower `effort`: every question is then asked anew. $0.02 were spent. Every answer so far is in the store; the same run with `maxFailures: 1` continues whatever happens.',
    );
  });

  it("are told with what else to try where structured mode is chosen already", async () => {
    const stop = earlyStop({ name: "p", model: "m" }, {}, spent);
    for (const reply of mixed(11, 11)) {
      stop.answered("words/open", reply, unread, "structured");
    }
    await expect(stop.gate()).rejects.toThrow(
      /What to try: another model, or a server that holds replies to their schema, may help/,
    );
  });

  it("stop it too where more than half are answers whose masses sum far from one", async () => {
    const stop = earlyStop({ name: "p", model: "m" }, {}, spent);
    const flat: Reply = { text: '{"a": 1, "b": 1, "OTHER": 1}', stop: "end" };
    for (let i = 0; i < 10; i++) {
      stop.answered("words/open", flat, doubtful);
    }
    await expect(stop.gate()).resolves.toBeUndefined();
    stop.answered("words/open", flat, doubtful);
    await expect(stop.gate()).rejects.toThrow(
      /^11 of the first 11 answers of m to words\/open are of little or no use, most often because its masses sum far from one\..*direct-split/,
    );
  });

  it("do not stop the simulated respondent, whom nobody pays, but at a share that is given", async () => {
    const flat: Reply = { text: '{"a": 1, "b": 1}', stop: "end" };
    for (const [maxFailures, stops] of [
      [undefined, false],
      [0.5, true],
    ] as const) {
      const stop = earlyStop({ name: "simulated", model: "clueless" }, { maxFailures }, spent);
      for (let i = 0; i < 20; i++) {
        stop.answered("words/open", flat, doubtful);
      }
      expect(
        await stop.gate().then(
          () => false,
          () => true,
        ),
      ).toBe(stops);
    }
  });

  it("are put to the person where there is one, once, who may go on", async () => {
    const asked: string[] = [];
    const person = (yes: boolean) => ({
      confirm: async (text: string) => {
        asked.push(text);
        return yes;
      },
    });
    expect(await after(mixed(20, 20), { person: person(true) })).toBeUndefined();
    expect(await after(mixed(20, 20), { person: person(false) })).toContain("StoppedEarly");
    expect(asked).toHaveLength(2);
  });

  it("stop at another share where that is given, and never at 1", async () => {
    expect(await after(mixed(5, 5), { maxFailures: 0.2 })).toContain("5 of the first 5");
    expect(await after(mixed(15, 20), { maxFailures: 0.8 })).toBeUndefined();
    expect(await after(mixed(20, 20), { maxFailures: 1 })).toBeUndefined();
  });
});

describe("requests that failed", () => {
  const failing = async (
    failed: number,
    done: number,
    maxFailures?: number,
  ): Promise<string | undefined> => {
    const stop = earlyStop({ name: "p", model: "m" }, { maxFailures }, spent);
    for (let i = 0; i < done - failed; i++) {
      stop.answered("k", good, undefined);
    }
    for (let i = 0; i < failed; i++) {
      stop.failed("a filter");
    }
    return stop.gate().then(
      () => undefined,
      (error: Error) => error.message,
    );
  };

  it("stop nothing where no limit is given", async () => {
    expect(await failing(90, 100)).toBeUndefined();
  });

  it("stop a run where they are more than the number given", async () => {
    expect(await failing(3, 100, 3)).toBeUndefined();
    expect(await failing(4, 100, 3)).toContain(
      "4 of 100 requests of m failed, the last with: a filter",
    );
    expect(await failing(1, 1, 0)).toContain("1 of 1 requests");
  });

  it("stop it where they are more than the share given, of twenty at least", async () => {
    expect(await failing(10, 100, 0.1)).toBeUndefined();
    expect(await failing(11, 100, 0.1)).toContain("failed");
    expect(await failing(10, 19, 0.1)).toBeUndefined();
    expect(await failing(100, 100, 1)).toBeUndefined();
  });
});
