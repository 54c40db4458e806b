import { describe, expect, it } from "vitest";
import { failureKind, statedFailure } from "./stated-failure.ts";

/** What a body with a status concerns. */
function kindOf(status: number, body: unknown) {
  const found = statedFailure(body);
  return failureKind(status === 200 ? (found.status ?? 400) : status, found);
}

const says = (message: string, more: object = {}) => ({ error: { message, ...more } });

describe("a failure that concerns the account", () => {
  it.each([
    [
      400,
      says("Budget has been exceeded! Current cost: 14.2, Max budget: 10.0", {
        type: "budget_exceeded",
        code: "400",
      }),
    ],
    [
      400,
      says("Budget has been exceeded! Team=RP32A1 Current cost: 3000.17, Max budget: 3000.0", {
        type: "auth_error",
      }),
    ],
    [400, says("ExceededBudget: End User=someone over budget. Spend=0.0008, Budget=0.0001")],
    [
      429,
      says(
        "No deployments available - crossed budget: Exceeded budget for deployment model_name: m",
        { code: "429" },
      ),
    ],
    [
      429,
      says("LiteLLM User: someone, exceeded budget for model=m", {
        type: "budget_exceeded",
        code: "429",
      }),
    ],
    [403, says("Key limit exceeded (monthly limit). Manage it using the keys page", { code: 403 })],
    [403, says("Key limit exceeded (total limit).")],
    [
      403,
      says(
        "Prompt tokens limit exceeded: 230799 > 91442. To increase, create a key with a higher monthly limit",
      ),
    ],
    [402, says("This request requires more credits, or fewer max_tokens.")],
    [200, says("Insufficient credits", { code: 402 })],
    [
      200,
      {
        error: {
          error: { message: "More credits are required to run this request.", code: 402 },
          code: 402,
        },
      },
    ],
    [
      200,
      {
        choices: [{ error: { code: 402, message: "Add credits" } }],
        error: says("Add credits").error,
      },
    ],
    [
      429,
      says("You exceeded your current quota, please check your plan and billing details.", {
        type: "insufficient_quota",
        code: "insufficient_quota",
      }),
    ],
    [
      400,
      says("Your credit balance is too low to access the API.", { type: "invalid_request_error" }),
    ],
    [
      400,
      says(
        "You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.",
      ),
    ],
    [
      400,
      says("Access denied, please make sure your account is in good standing.", {
        code: "Arrearage",
      }),
    ],
    [402, says("Insufficient Balance")],
    [403, says("用户额度不足, 剩余额度: -0.01", { code: "insufficient_user_quota" })],
    [400, says("Billing hard limit has been reached", { code: "billing_hard_limit_reached" })],
    [
      429,
      says(
        "Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day",
      ),
    ],
    [429, says("Too many tokens per day, please wait before trying again.")],
    [403, says("Your free trial has expired.")],
    [400, says("This organization has been disabled.")],
    [200, { code: 402, msg: "余额不足" }],
    [400, says("No payment method is on file")],
  ])("is of the account: %i %j", (status, body) => {
    expect(kindOf(status, body)).toBe("quota");
  });
});

describe("a failure that passes", () => {
  it.each(
    [
      [
        429,
        {
          message: "Requests per minute limit exceeded - too many requests sent.",
          type: "too_many_requests_error",
          param: "quota",
          code: "request_quota_exceeded",
        },
      ],
      [
        429,
        says(
          "You exceeded your current quota, please check your plan and billing details. Quota exceeded for metric: requests_per_minute. Please retry in 34.07s.",
          { status: "RESOURCE_EXHAUSTED" },
        ),
      ],
      [
        429,
        says("Resource has been exhausted (e.g. check quota).", { status: "RESOURCE_EXHAUSTED" }),
      ],
      [
        429,
        says(
          "Quota exceeded for aiplatform.googleapis.com/generate_content_requests_per_minute_per_project_per_base_model",
        ),
      ],
      [
        429,
        says(
          "Requests have exceeded call rate limit of your current pricing tier. Please retry after 26 seconds.",
        ),
      ],
      [
        429,
        says(
          "Rate limit reached for m in organization org-x on tokens per min (TPM): Limit 10000. You can add a payment method to your account under billing.",
        ),
      ],
      [
        400,
        {
          message: "Too many requests, please wait before trying again.",
          __type: "ThrottlingException",
        },
      ],
      [403, says("Rate limit exceeded")],
      [200, says("Rate limit exceeded: free-models-per-min.", { code: 429 })],
      [200, { code: "429", message: "slow down" }],
      [200, { object: "error", message: "too busy", code: "rate_limit_exceeded" }],
      [200, { code: 1302, msg: "您的账户已达到速率限制，请您控制请求频率" }],
      [400, says("请求过于频繁，请稍后再试")],
      [500, says("litellm.RateLimitError: the vendor asks for fewer requests", { code: "429" })],
    ].map(([status, body]) => [status as number, body] as const),
  )("asks for fewer requests: %i %j", (status, body) => {
    expect(statedFailure(body)).toBeDefined();
    const found = statedFailure(body);
    const meant = [200, 500].includes(status) ? (found.status ?? status) : status;
    expect(failureKind(meant === 200 ? 400 : meant, found)).toBe("rate-limit");
  });

  it.each([
    [
      498,
      says("Flex tier capacity exceeded, please try again later", { code: "capacity_exceeded" }),
    ],
    [424, says("The model behind this endpoint failed")],
    [425, {}],
    [499, says("client closed the request")],
    [529, says("Overloaded", { type: "overloaded_error" })],
    [520, "<html>"],
    [400, says("Model m is currently loading", { estimated_time: 20 })],
    [404, says("The model is loading, try again later")],
    [403, says("The service is temporarily unavailable")],
    [422, says("Upstream request timed out")],
    // Groq's word for an answer that broke the schema, as another one may not.
    [
      400,
      says("Failed to generate JSON. Please adjust your prompt.", {
        type: "invalid_request_error",
        code: "json_validate_failed",
        failed_generation: '{"p": 0.',
      }),
    ],
    [
      200,
      says("Provider returned error", { code: 502, metadata: { raw: "upstream connect error" } }),
    ],
    [
      200,
      says("The engine is currently overloaded, please try again later", {
        type: "engine_overloaded_error",
      }),
    ],
  ])("is of the server: %i %j", (status, body) => {
    expect(kindOf(status, body)).toBe("server");
  });
});

describe("a failure that lasts", () => {
  it.each([
    [400, says("`max_tokens` must be greater than `thinking.budget_tokens`"), "request"],
    // As llama.cpp's server says it, one time with this status and one time with that.
    [500, says("Context size has been exceeded.", { code: 500, type: "server_error" }), "request"],
    [
      500,
      says("the request exceeds the available context size. try increasing the context size", {
        type: "exceed_context_size_error",
      }),
      "request",
    ],
    [
      500,
      {
        detail:
          "An error occurred (ValidationException) when calling the Converse operation: temperature and top_p cannot both be specified",
      },
      "request",
    ],
    [400, says("The thinking budget exceeds the limit of 24576 tokens"), "request"],
    [
      400,
      says(
        "This model's maximum context length is 4096 tokens; your prompt exceeded the token limit",
        { code: "context_length_exceeded" },
      ),
      "request",
    ],
    [
      400,
      says(
        "The response was filtered due to the prompt triggering the content management policy. Please modify your prompt and retry.",
        { code: "content_filter" },
      ),
      "request",
    ],
    [
      413,
      says("Request too large for model m on tokens per minute (TPM): Limit 6000, Requested 7000", {
        code: "rate_limit_exceeded",
      }),
      "request",
    ],
    [422, says("Input should be a valid dictionary"), "request"],
    [404, says("No such model"), "request"],
    [401, says("Invalid key"), "auth"],
    [400, says("API key not valid. Please pass a valid API key."), "auth"],
    [400, says("No api key passed in."), "auth"],
    [403, says("m requires moderation. Your input was flagged for violence."), "request"],
    [400, says("This response_format type is unavailable now"), "request"],
    [403, says("Your key may not use this model"), "auth"],
  ] as const)("is of the request or the key: %i %j", (status, body, kind) => {
    expect(kindOf(status, body)).toBe(kind);
  });
});

it.each([
  [says("Please try again in 20s."), 20_000],
  [says("Please retry in 34.5s. More words."), 34_500],
  [says("Please try again in 7m12s"), 432_000],
  [{ error: { message: "x", details: [{ "@type": "RetryInfo", retryDelay: "12s" }] } }, 12_000],
  [says("Please try again."), undefined],
])("takes the wait that a body names: %j", (body, ms) => {
  expect(statedFailure(body).delayMs).toBe(ms);
});

it("takes a sentence wherever it stands", () => {
  for (const body of [
    { msg: "busy" },
    { detail: [{ loc: ["body"], msg: "busy" }] },
    { base_resp: { status_code: 1002, status_msg: "busy" } },
  ])
    expect(statedFailure(body).words).toBe("busy");
  const lacking = { detail: [{ type: "missing", loc: ["body", "top_k"], msg: "Field required" }] };
  expect(statedFailure(lacking).words).toBe("top_k: Field required");
  expect(statedFailure({ object: "list", data: [] }).words).toBeUndefined();
});

it("is followed by that of the vendor behind a gateway", () => {
  const raw = JSON.stringify(says("Country, region, or territory not supported"));
  for (const [metadata, words] of [
    [{ raw }, "Provider returned error: Country, region, or territory not supported"],
    [{ raw: "no healthy upstream" }, "Provider returned error: no healthy upstream"],
    [{ provider_name: "P" }, "Provider returned error"],
  ] as const) {
    expect(statedFailure(says("Provider returned error", { metadata })).words).toBe(words);
  }
});

it("finds the status that a gateway wraps, however deep", () => {
  const body = { error: { message: "x", metadata: { raw: { error: { code: "429" } } } } };
  expect(statedFailure(body).status).toBe(429);
  expect(statedFailure([{ error: { code: 400, message: "in a list" } }])).toMatchObject({
    words: "in a list",
    status: 400,
  });
  expect(statedFailure("a page")).toEqual({ words: undefined, codes: "", status: undefined });
});
