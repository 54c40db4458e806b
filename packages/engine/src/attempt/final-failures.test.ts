import { describe, expect, it } from "vitest";
import { UnansweredError } from "../errors/engine-errors.ts";
import { ProviderError, type ProviderErrorKind } from "@promptnce/core/errors";
import { finalFailures } from "./final-failures.ts";

const failing = (kind: ProviderErrorKind, status?: number): ProviderError =>
  new ProviderError("no", { kind, status, retryable: false });

/**
 * A failure, a reply to another request, a request that is sent now and is answered or fails when
 * it is named, or the end of all.
 */
type Event =
  | ProviderError
  | "reply"
  | "settle"
  | { readonly send: string }
  | { readonly answer: string }
  | Late;

interface Late {
  readonly fail: string;
  readonly error: ProviderError;
}

/**
 * What happens one after the other to one kind of question; gives the numbers of what is kept, and
 * what ended the run.
 */
async function run(events: readonly Event[], endures = false) {
  const failures = finalFailures(endures);
  const sent = new Map<string, ReturnType<typeof failures.attempts>>();
  const kept: number[] = [];
  const happen = async (event: Event, i: number): Promise<void> => {
    if (event === "reply") return failures.replied("open", failures.attempts("open"));
    if (event === "settle") return failures.settle();
    if ("send" in event) {
      const attempted = failures.attempts("open");
      attempted.sent();
      return void sent.set(event.send, attempted);
    }
    if ("answer" in event) return failures.replied("open", sent.get(event.answer)!);
    const keep = async (): Promise<void> => void kept.push(i);
    if (event instanceof ProviderError)
      return failures.failed(event, "open", keep, failures.attempts("open"));
    const attempted = sent.get(event.fail)!;
    attempted.missed();
    await failures.failed(event.error, "open", keep, attempted);
  };
  for (const [i, event] of events.entries()) {
    const ended = await happen(event, i).catch((error: Error) => error);
    if (ended) return { kept, ended: ended.message };
  }
  return { kept };
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const poison = failing("server", 500);

describe("a reply that was cut off", () => {
  it("is kept at once, whether or not another was answered, and ten without an answer end the run", async () => {
    const cut = failing("cut");
    expect(await run([cut, "reply", ...times(20, cut)])).toMatchObject({ kept: { length: 21 } });
    expect(await run(times(12, cut))).toEqual({
      kept: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      ended: "no (10 requests failed like this, and none was answered.)",
    });
  });
});

describe("what is refused", () => {
  it("is kept once a request was answered that was sent after it, however many are refused", async () => {
    expect(await run([failing("request", 400), "reply"])).toEqual({ kept: [0] });
    const often = times(50, [failing("request", 400), "reply"] as const).flat();
    expect((await run(often)).kept).toHaveLength(50);
  });

  it("ends the run by ten alike in a row, whatever was answered before, and none is kept", async () => {
    const ended =
      "no (10 requests in a row failed like this: none of them is kept as failed, and the same run asks them again.)";
    for (const error of [failing("request", 400), failing("auth", 403)])
      expect(await run([...times(60, "reply" as const), ...times(10, error)])).toEqual({
        kept: [],
        ended,
      });
  });

  it("is told alike by its words without numbers and names", async () => {
    const spent = (cost: string, who: string): ProviderError =>
      new ProviderError(`No more for "${who}": ${cost} of 10.0`, {
        kind: "request",
        status: 400,
        retryable: false,
      });
    const alike = Array.from({ length: 10 }, (_, i) => spent(`1${i}.5`, `team ${i}`));
    expect(await run(["reply", ...alike])).toMatchObject({ kept: [] });
    const other = new ProviderError("Not this one", {
      kind: "request",
      status: 400,
      retryable: false,
    });
    expect((await run(["reply", ...alike.slice(1), other, "settle"])).kept).toHaveLength(10);
  });

  it("is not held against what was under way when the limit was reached", async () => {
    const underWay = Array.from({ length: 30 }, (_, i) => `${i}`);
    const fail = underWay.map((one) => ({ fail: one, error: failing("request", 400) }));
    const events: Event[] = ["reply", ...underWay.map((send) => ({ send })), ...fail];
    // Thirty that left together may be refused for their prompts, where others are answered later.
    expect((await run([...events, "reply"])).kept).toHaveLength(30);
    expect((await run([...events, ...times(8, failing("request", 400))])).ended).toBeUndefined();
    expect((await run([...events, ...times(10, failing("request", 400))])).kept).toEqual([]);
    expect(await run([...events, "settle"])).toMatchObject({
      kept: [],
      ended: expect.stringContaining("10 requests in a row"),
    });
  });

  it("is kept where its words blame the prompt, once any other was answered", async () => {
    const filtered = new ProviderError("The prompt triggers the content management policy", {
      kind: "request",
      status: 400,
      retryable: false,
    });
    expect((await run(["reply", ...times(20, filtered)])).kept).toHaveLength(20);
    expect(await run(times(10, filtered))).toMatchObject({ kept: [] });
  });

  it("ends the run where the first ten all fail alike, and none is kept", async () => {
    expect(await run(times(10, failing("request", 400)))).toEqual({
      kept: [],
      ended: "no (10 requests failed like this, and none was answered.)",
    });
    expect(await run(times(10, failing("auth", 403)))).toMatchObject({ kept: [] });
  });

  it("does not where the ten differ, and all are kept at the end", async () => {
    const different = [...times(9, failing("request", 400)), failing("request", 413)];
    expect((await run([...different, "settle"])).kept).toHaveLength(10);
  });

  it("is kept at the end where fewer than ten were asked", async () => {
    expect(await run([...times(3, failing("request", 400)), "settle"])).toEqual({
      kept: [0, 1, 2],
    });
  });

  it("ends it there where the key is refused and nothing was answered, however few were asked", async () => {
    const forbidden = failing("auth", 403);
    expect(await run([forbidden, forbidden, "settle"])).toEqual({ kept: [], ended: "no" });
    expect((await run(["reply", forbidden, "settle"])).kept).toEqual([1]);
  });

  it("ends the run by the first ten of one kind of question, whatever is answered of another", async () => {
    const failures = finalFailures(false);
    const ask = (): Promise<void> =>
      failures.failed(
        failing("request", 400),
        "open",
        () => Promise.reject(new Error("kept")),
        failures.attempts("open"),
      );
    for (let i = 0; i < 9; i++) {
      await ask();
      await failures.replied("grounded", failures.attempts("grounded"));
    }
    await expect(ask()).rejects.toThrow("10 requests failed like this");
  });
});

describe("a server that is down", () => {
  const outage = [
    ...times(4, failing("timeout")),
    ...times(3, failing("server", 502)),
    ...times(3, failing("connection")),
  ];

  it("ends the run by ten failures at any time, whatever they look like, and none is kept", async () => {
    expect(await run(["reply", ...outage])).toMatchObject({
      kept: [],
      ended: expect.stringContaining("10 requests failed like this, and none was answered"),
    });
  });

  it("ends it when all is asked, however few failed, and none is kept", async () => {
    for (const error of [failing("connection"), failing("timeout"), poison]) {
      expect(await run(["reply", error, "settle"])).toEqual({
        kept: [],
        ended:
          "no (1 request failed like this, which says more about the server than about its prompt: it is not kept as failed, and the same run asks it again.)",
      });
    }
    const ended = expect.stringContaining("4 requests failed like this");
    expect(await run([...outage.slice(0, 4), "settle"])).toEqual({ kept: [], ended });
  });

  it("is not held against the requests that were under way when it went down", async () => {
    const down = failing("server", 502);
    const underWay = Array.from({ length: 30 }, (_, i) => `${i}`);
    const failingAs = (error: ProviderError): Event[] => [
      ...underWay.map((send) => ({ send })),
      "reply",
      ...underWay.map((fail) => ({ fail, error })),
    ];
    const events = failingAs(poison);
    expect((await run([...events, ...times(9, down)])).kept).toEqual([]);
    expect(await run([...events, ...times(10, down)])).toMatchObject({ kept: [] });
    expect((await run([...events, down, "settle"])).ended).toContain("1 request failed like this");
    expect((await run([...events, down, "settle"])).kept).toEqual([]);
    const atTheEnd = await run([...failingAs(down), "settle"]);
    expect(atTheEnd).toEqual({
      kept: [],
      ended: expect.stringContaining("30 requests failed like"),
    });
  });

  it("throws what the caller can tell from other errors", async () => {
    const failures = finalFailures(false);
    const last = failing("connection");
    await failures.failed(last, "open", async () => {}, failures.attempts("open"));
    const thrown = await failures.settle().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(UnansweredError);
    expect(thrown).toMatchObject({ requests: 1, last, kind: "connection", retryable: false });
  });
});

describe("a prompt at which the server always fails", () => {
  const tenPoison: Event[] = Array.from({ length: 12 }, (_, i) => ({ send: `${i}` }));
  const tenFail: Event[] = Array.from({ length: 12 }, (_, i) => ({ fail: `${i}`, error: poison }));

  it("costs only itself, where others are answered meanwhile", async () => {
    const one: Event[] = [{ send: "a" }, "reply", { fail: "a", error: poison }];
    expect((await run([...one, "settle"])).kept).toHaveLength(1);
    expect((await run([poison, "reply", "settle"])).kept).toEqual([0]);
  });

  it("does not end the run with nine others, though they are given up last and in a row", async () => {
    expect((await run([...tenPoison, "reply", ...tenFail, "settle"])).kept).toHaveLength(12);
  });

  it("is told from a server that broke at the end, which answers nothing that is sent later", async () => {
    const sent = ["a", "b", "c", "d"].map((send): Event => ({ send }));
    const failed = ["b", "c", "d"].map((fail): Event => ({ fail, error: poison }));
    const events = [...sent, { answer: "a" }, ...failed, "settle"] as const;
    const ended = expect.stringContaining("3 requests failed like this");
    expect(await run(events)).toEqual({ kept: [], ended });
    const one = [...sent.slice(0, 2), { answer: "a" }, failed[0]!, "settle"] as const;
    expect((await run(one)).kept).toHaveLength(1);
  });

  it("is kept at once where others were answered between its attempts, even if the run ends later", async () => {
    const failures = finalFailures(false);
    const kept: string[] = [];
    const attempted = failures.attempts("open");
    attempted.sent();
    attempted.missed();
    await failures.replied("open", failures.attempts("open"));
    attempted.sent();
    attempted.missed();
    const error = failing("timeout");
    await failures.failed(error, "open", async () => void kept.push("it"), attempted);
    expect(kept).toEqual(["it"]);
  });

  it("is told by answers to its own kind of question alone", async () => {
    const failures = finalFailures(false);
    const attempted = failures.attempts("open");
    await failures.replied("grounded", failures.attempts("grounded"));
    await failures.failed(poison, "open", () => Promise.reject(new Error("kept")), attempted);
    await expect(failures.settle()).rejects.toThrow("1 request failed like this");
  });
});

it("nothing but a failure of the account ends a run that is to endure", async () => {
  expect((await run(times(30, poison), true)).kept).toHaveLength(30);
  expect(await run([failing("quota", 402)], true)).toMatchObject({ ended: "no" });
});

it("a wrong key ends the run at once, also after replies, and is not kept", async () => {
  expect(await run(["reply", failing("auth", 401)])).toEqual({ kept: [], ended: "no" });
});
