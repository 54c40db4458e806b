import { describe, expect, it } from "vitest";
import { failureKind, isOfPrompt, statedFailure } from "./stated-failure.ts";

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
    [429, says("Extra usage is required for long context requests.")],
    [400, says("Your usage has exceeded the free plan. Please upgrade")],
    [429, { message: "You are using a Trial key, which is limited to 1000 API calls / month." }],
  ])("is of the account: %i %j", (status, body) => {
    expect(kindOf(status, body)).toBe("quota");
  });
});

describe("a model that cannot be had", () => {
  it.each([
    // one-api and new-api have no channel for it, which they say with a 503.
    [503, says("当前分组 default 下对于模型 m 无可用渠道", { type: "one_api_error" })],
    [503, says("No available channel for model m under group default", { type: "new_api_error" })],
    [500, says("model requires more system memory (7.5 GiB) than is available (5.2 GiB)")],
    [400, says("No models loaded. Please load a model in the developer page.")],
    [400, says('Failed to load model "m". Error: Error loading model.')],
    [
      400,
      says("Unable to access non-serverless model a/m. Please visit the page to create one.", {
        code: "model_not_available",
      }),
    ],
    [400, says("The dedicated endpoint for a/b-c-v0.1 is not running.")],
    [400, says("Model Not Exist", { code: "invalid_request_error" })],
    [400, says("/chat/completions: Invalid model name passed in model=m.", { code: "400" })],
    [400, says("The requested model 'a/m' is not supported by any provider you have enabled.")],
    [400, says("a/m is not a valid model ID", { code: 400 })],
    [404, says("No endpoints found matching your data policy.", { code: 404 })],
    [400, says("模型不存在，请检查模型代码。", { code: "1211" })],
    [403, { code: 30003, message: "Model disabled.", data: null }],
    [400, { code: 20012, message: "Model does not exist. Please check it carefully.", data: null }],
    [400, { errors: [{ message: "AiError: No such model @cf/m or task", code: 5007 }] }],
    [400, [says("User location is not supported for the API use.", { code: 400 })]],
    [403, says("Country, region, or territory not supported", { type: "request_forbidden" })],
    [403, says("This model is not available in your country.", { type: "RegionError" })],
    [403, { message: "PERMISSION_DENIED: The endpoint is disabled due to a rate limit set to 0." }],
    [
      410,
      { status: 410, detail: "The model 'a/b-c-1' has reached its end of life on 2026-06-18." },
    ],
    [400, says("The model `a-b-70b-8192` has been decommissioned.")],
    [
      400,
      says("openai error: The model `m` does not exist or you do not have access to it.", {
        code: "model_not_found",
      }),
    ],
    [
      400,
      {
        message:
          "Invocation of model ID m with on-demand throughput isn’t supported. Retry your request with the ID of an inference profile.",
      },
    ],
    [403, { message: "You don't have access to the model with the specified model ID." }],
    [400, { message: "The provided model identifier is invalid." }],
    [400, says("The chatCompletion operation does not work with the specified model, m.")],
    [400, says("The model `m` has been decommissioned and is no longer supported.")],
    [400, says("The model `m` requires terms acceptance.", { code: "model_terms_required" })],
    [403, says("The model `m` is blocked at the project level.", { type: "permissions_error" })],
    [400, { object: "error", message: "Invalid model: m", type: "invalid_model", code: "1500" }],
    [400, says("Unknown model: m", { code: "unknown_model" })],
    [403, says("Your organization must be verified to use the model `m`.")],
    [403, says("Project `p` does not have access to model `m`", { code: "model_not_found" })],
    [
      404,
      says(
        "The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.",
      ),
    ],
    [501, says("This model does not support chat completions", { type: "NotImplementedError" })],
    [501, {}],
    [404, says("No such model")],
    [400, says("model `x-1` is not supported in this region")],
    [422, { detail: "Model x/y-z not supported" }],
    [403, { error: "The model a/b-7b is too large to be loaded automatically (14GB > 10GB)." }],
    [404, { detail: { error: "Model is not available" } }],
    [400, { error: 'model "x" does not support generate' }],
    [503, says("No available model deployment for x")],
    [403, says("This token has no access to model m")],
    [400, says("该模型不可用")],
  ])("is one for all requests: %i %j", (status, body) => {
    expect(kindOf(status, body)).toBe("model");
  });

  it.each([
    [400, says("'max_tokens' is not supported with this model."), "request"],
    [400, says("Unsupported parameter: 'seed' is not supported with this model."), "request"],
    [400, says("invalid model parameter: temperature"), "request"],
    [404, says("Not Found"), "request"],
    [400, says("tools is not supported by model x-1"), "request"],
    [451, says("Unavailable for legal reasons"), "request"],
    [407, {}, "request"],
    [503, says("The model is not available. Please try again later."), "server"],
    // By itself it says no more than the status, that of something which passes.
    [503, says("Model m is not available"), "server"],
    [503, says("The model endpoint is not running"), "server"],
    [400, { error: "Model unloaded." }, "server"],
    [
      400,
      { status: 400, detail: "Function id 'f': DEGRADED function cannot be invoked" },
      "server",
    ],
    [503, says("No available servers: all circuits open or unhealthy"), "server"],
    [
      429,
      says("No deployments available for selected model, Try again in 5 seconds. Passed model=m."),
      "rate-limit",
    ],
  ] as const)("is told from a setting of it, and from one that is busy: %i %j", (...given) => {
    const [status, body, kind] = given;
    expect(kindOf(status, body)).toBe(kind);
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
      // DashScope's words for tokens a minute.
      [
        429,
        says("Allocated quota exceeded, please increase your quota limit.", {
          code: "limit_requests",
        }),
      ],
      [
        429,
        says(
          "You exceeded your current quota, please check your plan and billing details. For details, see: https://help.aliyun.com/zh/model-studio/error-code#token-limit",
          { code: "insufficient_quota" },
        ),
      ],
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
    [402, says("{'error': 'credit_unresolved', 'message': 'Please retry shortly.'}")],
    [400, says("该模型当前访问量过大，请您稍后再试")],
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
    [
      500,
      says("This model's maximum context length is 16384 tokens. You requested 122946 tokens."),
      "request",
    ],
    [
      429,
      says(
        "Request too large for m on tokens per min (TPM): Limit 30000, Requested 36112. The input or output tokens must be reduced in order to run successfully.",
        { code: "rate_limit_exceeded" },
      ),
      "request",
    ],
    [
      429,
      says(
        "Rate limit reached for m on tokens per minute (TPM): Limit 7,000, Used 0, Requested ~12,903. Please try again in 50s.",
        { code: "rate_limit_exceeded" },
      ),
      "request",
    ],
    [422, says("Input should be a valid dictionary"), "request"],
    [401, says("Invalid key"), "auth"],
    [400, says("API key not valid. Please pass a valid API key."), "auth"],
    [400, says("No api key passed in."), "auth"],
    [403, says("m requires moderation. Your input was flagged for violence."), "request"],
    [
      403,
      {
        code: "The caller does not have permission to execute the specified operation",
        error: "Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO",
      },
      "request",
    ],
    [446, says("The guardrail checks defined in the config failed."), "request"],
    [403, { message: "The security token included in the request is expired" }, "auth"],
    [400, says("This response_format type is unavailable now"), "request"],
    [501, says("response_format is not implemented"), "request"],
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
  [
    says("Rate limit of 50 per 86400s exceeded. Please wait 48023 seconds before retrying."),
    48_023_000,
  ],
  [says("Please retry after 2 minutes."), 120_000],
  [says("Please try again."), undefined],
])("takes the wait that a body names: %j", (body, ms) => {
  expect(statedFailure(body).delayMs).toBe(ms);
});

it.each([
  ["max_tokens must be at least 1, got -186.", true],
  ["The input (41648 tokens) is longer than the model's context length (32768 tokens).", true],
  ["Input data may contain inappropriate content.", true],
  ["the content of user input may violate laws or regulations", true],
  ["Content Exists Risk", true],
  ["Prompt blocked: PROHIBITED_CONTENT", true],
  ["Range of input length should be [1, 30720]", true],
  ["the max length of current question is 20000", true],
  ["length of prompt_tokens (40000) must be less than max_seq_len (32768).", true],
  ["Please reduce the length of the messages or completion.", true],
  ["max_tokens must be at least 1, got 0.", false],
  ["Denied by rule 17.", false],
])("tells whether words blame the prompt: %s", (words, is) => {
  expect(isOfPrompt(words)).toBe(is);
});

it("takes a sentence wherever it stands", () => {
  for (const body of [
    { msg: "busy" },
    { detail: [{ loc: ["body"], msg: "busy" }] },
    { base_resp: { status_code: 1002, status_msg: "busy" } },
    { success: false, error: [{ code: 2021, message: "busy" }] },
  ])
    expect(statedFailure(body).words).toBe("busy");
  const lacking = { detail: [{ type: "missing", loc: ["body", "top_k"], msg: "Field required" }] };
  expect(statedFailure(lacking).words).toBe("top_k: Field required");
  for (const body of [
    { object: "list", data: [] },
    { code: 0, msg: "success", data: {} },
    { code: "200", message: "OK", success: true },
    { base_resp: { status_code: 0, status_msg: "" } },
  ])
    expect(statedFailure(body).words).toBeUndefined();
});

it("is followed by that of the vendor behind a gateway", () => {
  const raw = JSON.stringify(says("Country, region, or territory not supported"));
  for (const [metadata, words] of [
    [{ raw }, "Provider returned error: Country, region, or territory not supported"],
    [{ raw: "no healthy upstream" }, "Provider returned error: no healthy upstream"],
    [
      { raw: { data: raw } },
      "Provider returned error: Country, region, or territory not supported",
    ],
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
