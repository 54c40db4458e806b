import { existsSync, readdirSync, readFileSync } from "node:fs";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it, onTestFinished, vi } from "vitest";
import { promptnce } from "../promptnce.test.support.ts";
import { gateway } from "./gateway.test.support.ts";
import { servedEstimate } from "./served-estimate.test.support.ts";

const ROWS = 12;

/** Which requests a server fails at, by the number of the call and its body, and how. */
interface Failing {
  readonly at: (nth: number, body: string) => boolean;
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** A run through Anthropic's SDK against a server that fails so, until it is mended. */
async function failing({ at, status, type, message }: Failing) {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  const { server, args, out } = await servedEstimate({}, "anthropic", ROWS);
  const text = JSON.stringify({ type: "error", error: { type, message } });
  const failed: string[] = [];
  let calls = 0;
  let isMended = false;
  const url = await gateway(server.url, (body) => {
    calls++;
    if (isMended || !at(calls, body)) return undefined;
    failed.push(body);
    return { status, text };
  });
  const reached = args.with(args.indexOf("--base-url") + 1, url);
  return {
    failed,
    calls: () => calls,
    mend: (): void => void (isMended = true),
    run: () => promptnce([...reached, "--methods", "promptnce:ungrounded", "--yes"]),
    /** How many rows of the result have an estimate; none where there is no result. */
    estimated: (): number =>
      existsSync(out) ? readFileSync(out, "utf8").split(",ok,").length - 1 : 0,
  };
}

it.each<[string, Failing, string]>([
  [
    "an unknown model",
    { at: () => true, status: 404, type: "not_found_error", message: "model: any" },
    "does not offer this model (404): model: any (Check the name of the model,",
  ],
  [
    "a spent account",
    {
      at: (nth) => nth > 6,
      status: 400,
      type: "invalid_request_error",
      message: "Your credit balance is too low to access the Anthropic API.",
    },
    "has no credit or quota left (400): Your credit balance is too low",
  ],
  [
    "a server that breaks before the last requests",
    { at: (nth) => nth > 11, status: 500, type: "api_error", message: "Internal server error" },
    "4 requests failed like this, which says more about the server than about their prompts",
  ],
])("%s is held against no prompt, and the same command goes on", async (_, given, sentence) => {
  const { run, mend, calls, failed, estimated } = await failing(given);
  const ended = await run();
  expect([ended.status, ended.stderr]).toEqual([1, expect.stringContaining(sentence)]);
  const answered = calls() - failed.length;
  mend();
  const before = calls();
  expect((await run()).status).toBe(0);
  expect([estimated(), answered + calls() - before]).toEqual([ROWS, ROWS + 3]);
});

it("a prompt that a filter blocks costs its row alone, and is asked once", async () => {
  const { run, failed, estimated } = await failing({
    at: (_, body) => body.includes("cue 3"),
    status: 400,
    type: "invalid_request_error",
    message: "Output blocked by content filtering policy",
  });
  expect((await run()).status).toBe(4);
  expect([estimated(), failed.length]).toEqual([ROWS - 1, 1]);
});

it("a key that is missing is told before anything is written, and not missed where nothing is asked", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const name of ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE"]) {
    vi.stubEnv(name, undefined);
  }
  // Where the SDK would look for a profile of the user's.
  for (const name of ["HOME", "XDG_CONFIG_HOME", "APPDATA", "ANTHROPIC_CONFIG_DIR"]) {
    vi.stubEnv(name, newFolder());
  }
  const { server, args, folder } = await servedEstimate({}, "anthropic", ROWS);
  const place = args.indexOf("--base-url");
  const vendors = [...args.toSpliced(place, 2), "--yes"];
  const refused = await promptnce(vendors);
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining("No key for Anthropic was found"),
  ]);
  expect(readdirSync(folder)).toEqual(["pairs.csv"]);
  vi.stubEnv("ANTHROPIC_API_KEY", "key");
  vi.stubEnv("ANTHROPIC_BASE_URL", server.url);
  expect((await promptnce(vendors)).status).toBe(0);
  vi.stubEnv("ANTHROPIC_API_KEY", undefined);
  const { requests } = server.stats();
  expect((await promptnce(vendors)).status).toBe(0);
  expect(server.stats().requests).toBe(requests);
});
