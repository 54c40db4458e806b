/** How one vendor's interface looks from the server's side. */
export interface Wire {
  readonly path: string;
  /** Where the prompt stands in a request's body. */
  prompt(body: unknown): unknown;
  success(text: string): unknown;
  refusal(text: string): unknown;
  truncation(text: string): unknown;
  error(type: string, message: string): unknown;
}

/** A member of untyped JSON by its path, or `undefined`. */
function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

function message(text: string, stop_reason: string): unknown {
  return {
    id: "msg_01",
    type: "message",
    role: "assistant",
    model: "served",
    content: [
      { type: "thinking", thinking: "Hm.", signature: "s" },
      { type: "text", text },
    ],
    stop_reason,
    stop_sequence: null,
    usage: {
      input_tokens: 11,
      output_tokens: 7,
      cache_read_input_tokens: 2,
      cache_creation_input_tokens: null,
    },
  };
}

/** `POST /v1/messages`. */
export const messages: Wire = {
  path: "/v1/messages",
  prompt: (body) => at(body, "messages", 0, "content"),
  success: (text) => message(text, "end_turn"),
  refusal: (text) => message(text, "refusal"),
  truncation: (text) => message(text, "max_tokens"),
  error: (type, text) => ({ type: "error", error: { type, message: text }, request_id: "req_1" }),
};

function response(part: unknown, more: object): unknown {
  return {
    id: "resp_01",
    object: "response",
    status: "completed",
    error: null,
    incomplete_details: null,
    model: "served",
    output: [
      { type: "reasoning", id: "rs_1", summary: [] },
      { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [part] },
    ],
    usage: { input_tokens: 13, output_tokens: 7, total_tokens: 20 },
    ...more,
  };
}

/** `POST /responses`. */
export const responses: Wire = {
  path: "/responses",
  prompt: (body) => at(body, "input"),
  success: (text) => response({ type: "output_text", text, annotations: [] }, {}),
  refusal: (refusal) => response({ type: "refusal", refusal }, {}),
  truncation: (text) =>
    response(
      { type: "output_text", text, annotations: [] },
      { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
    ),
  error: (code, text) => ({ error: { message: text, type: code, code, param: null } }),
};

function completion(finish_reason: string, reply: object): unknown {
  return {
    id: "chatcmpl-01",
    object: "chat.completion",
    created: 1,
    model: "served",
    choices: [{ index: 0, finish_reason, message: { role: "assistant", ...reply } }],
    usage: { prompt_tokens: 13, completion_tokens: 7, total_tokens: 20 },
  };
}

/** `POST /chat/completions`. */
export const chatCompletions: Wire = {
  path: "/chat/completions",
  prompt: (body) => at(body, "messages", 0, "content"),
  success: (content) => completion("stop", { content, refusal: null }),
  refusal: (refusal) => completion("stop", { content: null, refusal }),
  truncation: (content) => completion("length", { content }),
  error: (code, text) => ({ error: { message: text, type: code, code, param: null } }),
};
