import { z } from "zod";

/** Whether a value of parsed JSON has a form. */
type Form = (value: unknown) => boolean;

const text: Form = (value) => typeof value === "string";
const flag: Form = (value) => typeof value === "boolean";
const whole: Form = Number.isSafeInteger;
const count: Form = (value) => whole(value) && (value as number) >= 0;
const positive: Form = (value) => whole(value) && (value as number) > 0;
const number: Form = Number.isFinite;
const tokens: Form = (value) => number(value) && (value as number) >= 0;
const texts: Form = (value) => Array.isArray(value) && value.every(text);
const oneOf =
  (...values: readonly unknown[]): Form =>
  (value) =>
    values.includes(value);
const matching =
  (pattern: RegExp): Form =>
  (value) =>
    typeof value === "string" && pattern.test(value);

/** An object whose names are all data, as none of JavaScript's own is among them. */
const record: Form = (value) =>
  isObject(value) && value.constructor === Object && !Object.hasOwn(value, "__proto__");

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object with all required members, any of the optional ones, and no other. */
function object(
  required: Readonly<Record<string, Form>>,
  optional: Readonly<Record<string, Form>> = {},
): Form {
  const needed = Object.keys(required).length;
  const forms = new Map(
    Object.entries({ ...optional, ...required }).map(([name, form]) => [
      name,
      { form, isNeeded: Object.hasOwn(required, name) },
    ]),
  );
  return (value) => {
    if (!isObject(value)) return false;
    let found = 0;
    for (const name in value) {
      const member = forms.get(name);
      if (member === undefined || !member.form(value[name])) return false;
      if (member.isNeeded) found++;
    }
    return found === needed;
  };
}

const common = {
  v: oneOf(2),
  key: matching(/^[0-9a-f]{64}$/),
  provider: text,
  model: text,
  at: matching(z.regexes.datetime({})),
  sum: text,
};
const template = object({ id: text, version: whole }, { sha256: text });

const reply = object(
  { text, stop: oneOf("end", "length", "refusal", "other", "failed") },
  {
    failure: object({ kind: text, message: text }, { status: number }),
    usage: object(
      { inputTokens: tokens, outputTokens: tokens },
      { cachedTokens: tokens, reasoningTokens: tokens },
    ),
    id: text,
    served: object({}, { model: text, tier: text }),
    batch: flag,
    unconstrained: flag,
  },
);

const continuation = object(
  { text, template: oneOf("chat", "plain"), span: oneOf("assistant-turn", "content") },
  { system: text },
);

const replyLine = object(
  { ...common, kind: oneOf("reply"), settings: record, sample: count, prompt: text, reply },
  {
    template,
    attempt: positive,
    leftOut: record,
    schema: record,
    limit: positive,
    continuation,
    options: texts,
    charge: flag,
  },
);

const sendingLine = object({ ...common, kind: oneOf("sending"), sending: flag }, { template });

/**
 * Whether parsed JSON is a journal's line, with its checksum, of the very form that this program
 * writes. Other JSON may be a valid line, too. A line's schema says why one is not, but takes as
 * long for those that are as all else in reading them.
 */
export function isWrittenLine(json: unknown): json is object {
  return replyLine(json) || sendingLine(json);
}
