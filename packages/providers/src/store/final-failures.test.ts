import { expect, it } from "vitest";
import { ProviderError, type ProviderErrorKind } from "../errors/errors.ts";
import { finalFailures } from "./final-failures.ts";

const failing = (kind: ProviderErrorKind, status?: number): ProviderError =>
  new ProviderError("no", { kind, status, retryable: false });

/** Failures one after the other, between replies (`reply`); gives the numbers of those kept, and what ended the run. */
async function run(events: readonly (ProviderError | "reply" | "settle")[], endures = false) {
  const failures = finalFailures(endures);
  const kept: number[] = [];
  for (const [i, event] of events.entries()) {
    if (event === "reply") await failures.replied("open");
    else if (event === "settle") await failures.settle();
    else {
      const ended = await failures.failed(event, "open", async () => void kept.push(i)).catch((error: Error) => error);
      if (ended) return { kept, ended: ended.message };
    }
  }
  return { kept };
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

it.each([
  ["a wrong key", failing("auth", 401)],
  ["a missing key", failing("auth")],
  ["an empty account", failing("quota", 429)],
  ["an unknown model", failing("request", 404)],
  ["a limit that lets nothing through", failing("rate-limit", 429)],
])("%s ends the run at once, also after replies", async (_, error) => {
  expect(await run([error])).toEqual({ kept: [], ended: "no" });
  expect(await run(["reply", error])).toEqual({ kept: [], ended: "no" });
});

it("a refused request is kept once any other was answered, however many are refused", async () => {
  expect(await run([failing("request", 400), "reply"])).toEqual({ kept: [0] });
  expect((await run(["reply", ...times(50, failing("request", 400))])).kept).toHaveLength(50);
});

it("the first ten that all fail alike end the run, and none is kept", async () => {
  expect(await run(times(10, failing("request", 400)))).toEqual({
    kept: [],
    ended: "no (10 requests failed like this, and none was answered.)",
  });
  expect(await run(times(10, failing("auth", 403)))).toMatchObject({ kept: [] });
});

it("the first ten do not where they differ, and all but those that may still be alike are kept", async () => {
  const different = [...times(9, failing("request", 400)), failing("request", 413)];
  expect((await run(different)).kept).toHaveLength(9);
  expect((await run([...different, "settle"])).kept).toHaveLength(10);
});

it("an outage ends the run at any time, whatever it looks like, and one prompt that always fails does not", async () => {
  const outage = [
    ...times(4, failing("timeout")),
    ...times(3, failing("server", 502)),
    ...times(3, failing("connection")),
  ];
  expect(await run(["reply", ...outage])).toMatchObject({ kept: [], ended: expect.stringContaining("10 requests") });
  const poisoned = Array.from({ length: 20 }, () => [failing("server", 500), "reply"] as const).flat();
  expect((await run(poisoned)).kept).toHaveLength(20);
});

it("nothing but a failure of the account ends a run that is to endure", async () => {
  expect((await run(times(30, failing("server", 500)), true)).kept).toHaveLength(30);
  expect(await run([failing("quota", 402)], true)).toMatchObject({ ended: "no" });
});

it("fewer than ten of a run that ends are kept when it does", async () => {
  expect(await run([...times(3, failing("request", 400)), "settle"])).toEqual({ kept: [0, 1, 2] });
});

it("the first ten of one kind of question end it, whatever is answered of another", async () => {
  const failures = finalFailures(false);
  const ask = (): Promise<void> =>
    failures.failed(failing("request", 400), "open", () => Promise.reject(new Error("kept")));
  for (let i = 0; i < 9; i++) {
    await ask();
    await failures.replied("grounded");
  }
  await expect(ask()).rejects.toThrow("10 requests failed like this");
});
