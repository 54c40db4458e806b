import { describe, expect, it, onTestFinished, vi } from "vitest";
import { batchesOf } from "./wire-batches.test.support.ts";
import {
  answeringSo,
  asksForSet,
  type Call,
  completion,
  failing,
  listing,
  type Manner,
  massesOf,
  optionsOf,
  type Sent,
} from "./wire-cases.test.support.ts";

// How servers answer in the field, as public reports tell it, and what then becomes of a run.

const ROWS = [
  "SHOVE,PUSH",
  "SHOVE,PULL",
  "CAT,DOG",
  "CAT,MOUSE",
  "SEA,WATER",
  "SEA,OCEAN",
  "HOT,COLD",
  "KING,QUEEN",
];
const ALL_OK = ROWS.map(() => "ok");
const MANY = Array.from(
  { length: 60 },
  (_, i) => `CUE${i},${["DOG", "PUSH", "SEA", "ICE"][i % 4]}`,
);

const every =
  (n: number, bad: (call: Call) => Sent): Manner =>
  (call) =>
    call.nth % n === 0 ? bad(call) : undefined;
const after =
  (n: number, bad: Sent): Manner =>
  ({ answered }) =>
    answered >= n ? bad : undefined;

/** Retries wait as little as they may. */
function impatient(): void {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
}

describe("what passes", () => {
  const date = new Date(Date.now() + 300_000).toUTCString();

  it.each<[string, Manner]>([
    [
      "H01: a limit of a minute whose code speaks of a quota",
      every(4, () => ({
        status: 429,
        body: {
          message: "Requests per minute limit exceeded - too many requests sent.",
          type: "too_many_requests_error",
          param: "quota",
          code: "request_quota_exceeded",
        },
      })),
    ],
    [
      "H04: a 429 inside a 200",
      ({ prompt, times }) =>
        prompt.includes("CAT") && times <= 3
          ? failing(200, "Rate limit exceeded: free-models-per-min.", { code: 429 })
          : undefined,
    ],
    [
      "H05: 498",
      every(4, () => failing(498, "Flex tier capacity exceeded", { code: "capacity_exceeded" })),
    ],
    ["a 424 of the model behind a gateway", every(4, () => failing(424, "The model failed"))],
    [
      "H06: a date to wait for, by a clock five minutes apart",
      every(4, () => failing(429, "slow down", {}, { date, "retry-after": date })),
    ],
  ])("is waited for: %s", async (_, manner) => {
    impatient();
    const { estimate } = await answeringSo(manner);
    const { status, statuses } = await estimate(ROWS);
    expect([status, statuses]).toEqual([0, ALL_OK]);
  });
});

it("a key that is refused by a 400 ends the run, and is called so", async () => {
  const { estimate } = await answeringSo(() => failing(400, "API key not valid."));
  const { status, stderr } = await estimate(ROWS);
  expect([status, stderr]).toEqual([1, expect.stringContaining("does not accept the key (400)")]);
});

describe("what concerns the model", () => {
  const few = ROWS.slice(0, 4);
  const ungrounded = ["--methods", "promptnce:ungrounded"];

  it.each<[string, Sent]>([
    ["an unknown one, as a 400", failing(400, "Model Not Exist")],
    ["one without a channel, as a 503", failing(503, "当前分组 default 下对于模型 m 无可用渠道")],
    ["one that does not fit the memory", failing(500, "model requires more system memory (9 GiB)")],
    ["one that takes no chats, as a 501", failing(501, "This model does not support chats")],
    ["one for other countries", failing(403, "Country, region, or territory not supported")],
  ])(
    "ends a run of few rows at once, is kept as no row's failure, and says what to do: %s",
    async (_, bad) => {
      const { estimate, answerSo, count } = await answeringSo(() => bad);
      const { status, stderr, statuses } = await estimate(few, ...ungrounded);
      expect([status, statuses]).toEqual([1, []]);
      expect(stderr).toContain("does not offer this model");
      expect(stderr).toContain("(Check the name of the model,");
      expect(count.calls).toBeLessThanOrEqual(2 * few.length);
      answerSo(() => undefined);
      expect(await estimate(few, ...ungrounded)).toMatchObject({
        status: 0,
        statuses: few.map(() => "ok"),
      });
    },
  );

  it("ends a run of few rows where the key may not use it, though its server answers with 403", async () => {
    const { estimate, answerSo } = await answeringSo(() => failing(403, "Request not allowed"));
    const { status, stderr } = await estimate(few, ...ungrounded);
    expect([status, stderr]).toEqual([1, expect.stringContaining("does not accept the key (403)")]);
    answerSo(() => undefined);
    expect(await estimate(few, ...ungrounded)).toMatchObject({
      status: 0,
      statuses: few.map(() => "ok"),
    });
  });
});

describe("what concerns one prompt", () => {
  it.each<[string, Sent]>([
    [
      "xAI's guidelines, as a 403",
      {
        status: 403,
        body: {
          code: "The caller does not have permission to execute the specified operation",
          error: "Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO",
        },
      },
    ],
    ["a gateway's guardrail, as a 446", failing(446, "The guardrail checks failed.")],
    ["DashScope's inspection", failing(400, "Input text data may contain inappropriate content.")],
    [
      "its length, inside a 200",
      failing(200, "This model's maximum context length is 9 tokens.", {
        code: "context_length_exceeded",
      }),
    ],
    [
      "its length, as too many tokens a minute",
      failing(429, "Request too large for m on tokens per min (TPM): Limit 9, Requested 10."),
    ],
  ])("costs its rows alone, asked once: %s", async (_, bad) => {
    const refused: string[] = [];
    const { estimate } = await answeringSo(({ prompt }) => {
      if (!prompt.includes("CAT")) return undefined;
      refused.push(prompt);
      return bad;
    });
    const { status, statuses } = await estimate(ROWS, "--methods", "promptnce:ungrounded");
    const failed = ROWS.filter((row) => row.startsWith("CAT,")).length;
    expect([status, statuses.filter((one) => one !== "ok").length]).toEqual([4, failed]);
    expect(refused).toHaveLength(new Set(refused).size);
  });
});

describe("what concerns the account", () => {
  const spent = "Budget has been exceeded! Current cost: 14.2, Max budget: 10.0";

  it.each<[string, Sent]>([
    ["H02: a budget, as a 400", failing(400, spent, { type: "budget_exceeded", code: "400" })],
    [
      "H03: a key's cap, as a 403",
      failing(403, "Key limit exceeded (monthly limit).", { code: 403 }),
    ],
    ["H07: a budget, as a 429", failing(429, spent, { type: "budget_exceeded", code: "429" })],
    ["credit, as a 402 inside a 200", failing(200, "Insufficient credits", { code: 402 })],
    ["words that nobody has seen yet", failing(400, "Denied by rule 17 of 23 for user u-9")],
  ])("ends the run, is kept as no row's failure, and is answered later: %s", async (_, bad) => {
    impatient();
    const { estimate, answerSo, count } = await answeringSo(after(20, bad));
    const ended = await estimate(MANY);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain((bad.body as { error: { message: string } }).error.message);
    expect(count.calls - count.answered).toBeLessThan(40);
    answerSo(() => undefined);
    const { status, statuses } = await estimate(MANY);
    expect([status, statuses.filter((one) => one === "ok").length]).toEqual([0, MANY.length]);
    expect(count.answered).toBe(MANY.length + 4);
  });
});

describe("what is optional", () => {
  it("is left out where it is refused in other words, and that is said (H08)", async () => {
    const { estimate } = await answeringSo(({ body }) =>
      "seed" in body
        ? {
            status: 400,
            body: [
              {
                error: {
                  code: 400,
                  message: 'Invalid JSON payload received. Unknown name "seed": Cannot find field.',
                  status: "INVALID_ARGUMENT",
                },
              },
            ],
          }
        : undefined,
    );
    const { status, statuses, stderr } = await estimate(ROWS, "--settings", '{"seed":1}');
    expect([status, statuses]).toEqual([0, ALL_OK]);
    expect(stderr).toContain("seed");
  });

  it("is left out where a form of replies is called unavailable, as if that would pass", async () => {
    const { estimate, count } = await answeringSo(({ body }) =>
      "response_format" in body
        ? failing(400, "This response_format type is unavailable now")
        : undefined,
    );
    expect(await estimate(ROWS)).toMatchObject({ status: 0, statuses: ALL_OK });
    expect(count.calls).toBeLessThan(32);
  });

  it("is left out of the requests whose grammar is refused, and that is said (H10)", async () => {
    const { estimate } = await answeringSo(({ body, keys }) =>
      "response_format" in body && keys.some((key) => key.includes(" "))
        ? failing(400, "input_schema.properties: Property keys should match pattern '^[a-z]$'")
        : undefined,
    );
    const rows = Array.from(
      { length: 12 },
      (_, i) => `CUE${i},${["Yes", "No", "Often", "Never", "Rarely", "Always", "Not sure"][i % 7]}`,
    );
    const { status, statuses, stderr } = await estimate(rows, "--k", "2");
    expect([status, statuses]).toEqual([0, rows.map(() => "ok")]);
    expect(stderr).toMatch(/came without a grammar|response_format/);
  });
});

describe("what a reply says", () => {
  const rekeyed = (call: Call, change: (key: string) => string): Sent =>
    completion(
      JSON.stringify(
        Object.fromEntries(
          Object.entries(massesOf(call)).map(([key, mass]) => [change(key), mass]),
        ),
      ),
    );

  const streamed = (text: string): string => {
    const parts = [text.slice(0, 9), text.slice(9)].map((content) => ({ delta: { content } }));
    const end = { delta: {}, finish_reason: "stop" };
    const events = [...parts, end].map(
      (choice) => `data: ${JSON.stringify({ choices: [choice] })}`,
    );
    return [...events, "data: [DONE]", ""].join("\n\n");
  };
  const saying = (message: object): Sent => completion("", { message });

  it.each<[string, (text: string) => Sent]>([
    ["in a stream that nobody asked for", (text) => ({ body: streamed(text) })],
    [
      "below comments that keep a connection open",
      (text) => ({ body: `: PROCESSING\n\n${JSON.stringify(completion(text).body)}` }),
    ],
    ["in parts", (text) => saying({ content: [{ type: "text", text }] })],
    ["as an object", (text) => saying({ content: JSON.parse(text) as object })],
    [
      "as the arguments of a function",
      (text) => saying({ content: null, tool_calls: [{ function: { arguments: text } }] }),
    ],
    ["in place of reasoning", (text) => saying({ content: null, reasoning_content: text })],
  ])("is read %s, once paid for", async (_, sent) => {
    const { estimate, count } = await answeringSo((call) => sent(JSON.stringify(massesOf(call))));
    const { status, statuses } = await estimate(ROWS);
    expect([status, statuses, count.calls]).toEqual([0, ALL_OK, 16]);
  });

  it("is asked for again where it came without a choice", async () => {
    const { estimate } = await answeringSo(every(4, () => ({ body: { choices: [], usage: {} } })));
    expect(await estimate(ROWS)).toMatchObject({ status: 0, statuses: ALL_OK });
  });

  it("is matched to labels that differ in typography alone (H11)", async () => {
    const { estimate } = await answeringSo((call) =>
      rekeyed(call, (key) =>
        key.replaceAll("’", "'").replaceAll("–", "-").replaceAll(" ", "\u00a0"),
      ),
    );
    const rows = ["A,Don’t know", "B,18–24", "C,Prefer not to say", "D,Yes"];
    const { status, statuses } = await estimate(rows, "--grammar", "off");
    expect([status, statuses]).toEqual([0, rows.map(() => "ok")]);
  });

  it("is no answer where it gives two values for one key (H12)", async () => {
    const { estimate } = await answeringSo((call) => {
      if (!asksForSet(call)) return undefined;
      const members = Object.entries(massesOf(call)).map(([key, mass]) => `"${key}": ${mass}`);
      return completion(`{${[...members, `"${call.keys[0]}": 0.9`].join(", ")}}`);
    });
    const { stderr, statuses } = await estimate(ROWS, "--grammar", "off", "--max-failures", "1");
    expect(statuses).not.toContain("ok");
    expect(stderr).toContain("it has two numbers for");
  });

  it("is a refusal by any name, and asked for once (H23)", async () => {
    const { estimate, count } = await answeringSo(({ prompt }) =>
      prompt.includes("CAT") ? completion("", { finish_reason: "SAFETY" }) : undefined,
    );
    const { statuses } = await estimate(ROWS);
    expect(statuses.filter((status) => status === "ok").length).toBeLessThan(ROWS.length);
    expect(count.calls).toBe(16);
  });
});

describe("what tokens say", () => {
  const uneven = (call: Call): [string, number][] =>
    optionsOf(call)
      .map((option, i): [string, number] => [option, Math.log(0.98 / 2 ** (i + 1))])
      .toSorted(([, a], [, b]) => b - a);
  const read = async (manner: (call: Call) => Sent) => {
    const run = await answeringSo((call) => (call.body["logprobs"] ? manner(call) : undefined));
    return run.estimate(ROWS, "--read-from", "tokens", "--max-failures", "1");
  };

  it("leaves what is not listed what is left (H13)", async () => {
    const ended = await read((call) =>
      Number(call.body["top_logprobs"]) > 2
        ? failing(400, "top_logprobs must be between 0 and 2")
        : listing(uneven(call).slice(0, 2)),
    );
    expect([ended.status, ended.statuses]).toEqual([0, ALL_OK]);
    expect(ended.stderr).toContain("count with the most that the lists leave them");
  });

  it("counts the sampled token once that is listed twice (H14)", async () => {
    const said = async (manner: (call: Call) => Sent): Promise<string> =>
      (await read(manner)).stderr.match(/words\/\S+: [^\n]*/g)?.join("\n") ?? "";
    const once = await said((call) => listing(uneven(call)));
    const twice = await said((call) => listing([...uneven(call).slice(-1), ...uneven(call)]));
    expect(once).toContain("of the next token's mass fell on the options");
    expect(twice).toBe(once);
  });

  it("is nothing where the list shows what was sampled (H15)", async () => {
    const ended = await read((call) =>
      listing(uneven(call).map(([token], i) => [token, i === 0 ? 0 : -9999])),
    );
    expect(ended.statuses).not.toContain("ok");
    expect(ended.stderr).toContain("the list is no distribution of the model");
  });
});

it("a prompt that the server has cut is told by its counts of tokens (H16)", async () => {
  const { estimate } = await answeringSo((call) => {
    const prompt_tokens = Math.min(2050, Math.ceil(call.prompt.length / 4));
    const usage = { prompt_tokens, completion_tokens: 40, total_tokens: prompt_tokens + 40 };
    return completion(JSON.stringify(massesOf(call)), {}, { usage });
  });
  const rows = ROWS.map((row, i) => `${`lorem ipsum ${i} `.repeat(1500)}${row}`);
  const { stderr } = await estimate(rows);
  expect(stderr).toMatch(/and its server counts 2,050 tokens for each: it has cut them/);
});

it("a whole address as the base URL is told by what to take off (H09)", async () => {
  const { estimate } = await answeringSo(() => undefined);
  const { status, stderr } = await estimate(ROWS, "--base-url", "ORIGIN/H09/v1/chat/completions");
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /\(The base URL ends in \/chat\/completions, which does not belong there: take it off and give http:\S+\/H09\/v1\.\)/,
  );
});

it("a reset of a reused connection costs nothing and is repeated (H19)", async () => {
  const used = new WeakSet<object>();
  const { estimate } = await answeringSo(({ request }) => {
    if (used.has(request.socket)) return "reset";
    used.add(request.socket);
    return undefined;
  });
  const prices = ["--price-in", "10", "--price-out", "10", "--max-tokens", "200"];
  const { status, statuses } = await estimate(MANY, ...prices, "--budget", "0.3");
  expect([status, statuses.length]).toEqual([0, MANY.length]);
});

describe("a batch", () => {
  it("is made smaller where too much is enqueued, and never called done (H20)", async () => {
    const { beside, batches } = batchesOf({ room: 10 });
    const { estimate } = await answeringSo(() => undefined, beside);
    const { status, statuses, stderr } = await estimate(ROWS, "--batch");
    expect([status, statuses]).toEqual([0, ALL_OK]);
    expect(batches.map(({ items }) => items.length)).toEqual([16, 8, 8]);
    expect(stderr).not.toContain("16 of 16");
    expect(stderr).toContain("Going on with 8 requests at a time.");
  });

  it.each([
    [400, "The specified file is not in a processed state: file-1 (pending)."],
    [404, "Input file not found"],
  ])("waits for its file (H21): %d, %s", async (status, message) => {
    const { beside, files } = batchesOf({ inHand: { times: 1, status, message } });
    const { estimate } = await answeringSo(() => undefined, beside);
    expect(await estimate(ROWS, "--batch")).toMatchObject({ status: 0, statuses: ALL_OK });
    expect(files).toHaveLength(1);
  });

  it("is not submitted again unasked where it was cancelled at the vendor (H22)", async () => {
    const { beside, batches } = batchesOf({ cancelledAfter: 5 });
    const { estimate } = await answeringSo(() => undefined, beside);
    for (let run = 0; run < 2; run++) {
      const { status, stderr } = await estimate(ROWS, "--batch");
      expect(status).toBe(2);
      expect(stderr).toContain(
        "was cancelled at The server openai-compatible before it had answered 11",
      );
      expect(stderr).toContain("give --resubmit-lost to do so");
      expect(stderr).not.toContain("16 of 16");
    }
    expect(batches).toHaveLength(1);
    const agreed = await estimate(ROWS, "--batch", "--resubmit-lost");
    expect([agreed.status, agreed.statuses]).toEqual([0, ALL_OK]);
    expect(batches.map(({ items }) => items.length)).toEqual([16, 11]);
  });
});
