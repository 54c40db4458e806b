import { at, parsedJson, withoutNaN } from "@promptnce/core/json";

/**
 * The value of a response's body. Servers and proxies send more than JSON: events of a stream that
 * nobody asked for, comments that keep a connection open, `data: [DONE]` behind the value, `NaN`
 * among numbers, an envelope around an answer. `undefined` where it is none of these.
 *
 * @example
 * responseJson(': PROCESSING\n\n{"choices": []}'); // → { choices: [] }
 */
export function responseJson(text: string): unknown {
  const plain = parsedJson(text);
  // Some gateways send the text of the JSON as JSON.
  if (typeof plain === "string") return unwrapped(parsedJson(plain) ?? plain);
  if (plain !== undefined) return unwrapped(plain);
  const events = eventsIn(text);
  return unwrapped(events === undefined ? parsedJson(withoutNaN(text)) : wholeOf(events));
}

/** Where gateways put an answer, beside a code and a word of success. */
const ENVELOPES = [[0], ["data"], ["result"], ["response"]] as const;

/** A response without a gateway's envelope, if it has one. */
function unwrapped(value: unknown): unknown {
  if (isAnswer(value)) return value;
  return ENVELOPES.map((path) => at(value, ...path)).find(isAnswer) ?? value;
}

/** Whether a value is a completion, or the answers of a decision model. */
function isAnswer(value: unknown): boolean {
  const answers = at(value, "answers") ?? undefined;
  return Array.isArray(at(value, "choices")) || typeof answers === "object";
}

/** The JSON of the events that a body consists of; `undefined` if it has other lines. */
function eventsIn(text: string): readonly unknown[] | undefined {
  const lines = text.split(/\r\n?|\n/).filter((line) => !/^(\s*$|:|(event|id|retry):)/.test(line));
  const data = lines.filter((line) => line.startsWith("data:"));
  const beside = lines.filter((line) => !line.startsWith("data:")).join("\n");
  const texts = data.map((line) => line.slice("data:".length).trim());
  const values = [beside, ...texts]
    .filter((one) => one !== "" && one !== "[DONE]")
    .map((one) => parsedJson(withoutNaN(one)));
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

/** A completion in one piece: an error, or a whole one among the events, or that of their parts. */
function wholeOf(events: readonly unknown[]): unknown {
  const whole = events.find((event) => (at(event, "error") ?? undefined) !== undefined);
  const parts = events.filter((event) => at(event, "choices", 0, "delta") !== undefined);
  return whole ?? (parts.length === 0 ? events[0] : joined(events, parts));
}

/** A completion whose first choice came in parts, the last of which may be beside its usage. */
function joined(events: readonly unknown[], parts: readonly unknown[]): unknown {
  const deltas = parts.map((part) => at(part, "choices", 0, "delta"));
  const textOf = (member: string): string =>
    deltas
      .map((delta) => at(delta, member))
      .filter((text) => typeof text === "string")
      .join("");
  const lastOf = (...path: readonly (string | number)[]): unknown =>
    events.map((event) => at(event, ...path) ?? undefined).findLast((one) => one !== undefined);
  const listed = parts.flatMap((part) => at(part, "choices", 0, "logprobs", "content") ?? []);
  const thought = textOf("reasoning_content") || textOf("reasoning");
  const message = {
    content: textOf("content"),
    ...(thought !== "" && { reasoning_content: thought }),
    refusal: textOf("refusal") || null,
  };
  const choice = {
    message,
    finish_reason: lastOf("choices", 0, "finish_reason"),
    ...(listed.length > 0 && { logprobs: { content: listed } }),
  };
  return {
    id: lastOf("id"),
    model: lastOf("model"),
    choices: [choice],
    usage: lastOf("usage"),
  };
}
