import { at } from "@promptnce/core/json";

/**
 * Parameters that may be left out where a model rejects them, so that the vendor's default applies:
 * how an answer is sampled, how much reasoning precedes it, and what is reported about it. No
 * others are left out: a token limit bounds the cost of a call, `store` what the vendor keeps, and
 * a system text, tools or a form of the answer are part of the question.
 */
const OMISSIBLE: ReadonlySet<string> = new Set([
  ..."temperature top_p top_k min_p seed presence_penalty frequency_penalty repetition_penalty".split(
    " ",
  ),
  ..."logprobs top_logprobs reasoning reasoning_effort thinking output_config verbosity".split(" "),
]);

/**
 * Whether a setting may be left out where it is rejected; `topP` is the AI SDK's name for `top_p`.
 */
export function isOmissible(name: string): boolean {
  return OMISSIBLE.has(snakeCase(name));
}

/** `topP` as `top_p`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * The vendors' phrases for a parameter that is not accepted at all, as opposed to a wrong value.
 */
const NOT_TAKEN =
  /not (a (valid|known|supported)|permitted|supported|allowed|implemented|available|recogni[sz]ed)|unsupported|(does not|doesn't) support|deprecated|no longer|unrecogni[sz]ed|(unknown|unexpected|extra|extraneous|additional|unpermitted|no such) (parameter|field|argument|name|key|keyword|propert|option|input)|cannot find field|extra_forbidden/i;

/** Phrases for a rejected value where others are accepted: the user must choose one. */
const WRONG_VALUE = /unsupported value|invalid value|supported values|supported when/i;

/** Anthropic's phrase for `output_config.effort`. */
const NO_EFFORT = /does not support the effort parameter/i;

/**
 * OpenAI's and Moonshot's phrases for a parameter that accepts only one value, the default, which
 * also applies without it.
 */
const DEFAULT_ONLY = /only (the default \([^)]*\) value|[\d.]+) is (supported|allowed|accepted)/i;

/**
 * The omissible parameter for which a bad request was rejected, or `undefined`. It must be the only
 * one named: where `temperature` and `top_p` "cannot both be specified", the user must choose
 * between them. A part of a parameter (`reasoning.effort`) stands for the whole where the vendor
 * names it separately from the message.
 *
 * @param error The vendor's error object: OpenAI's `{param, message}`, Anthropic's `{type,
 *   message}`.
 */
export function rejectedParameter(error: unknown, message: string): string | undefined {
  const isDefaultOnly = DEFAULT_ONLY.test(message);
  if (!isDefaultOnly && (!NOT_TAKEN.test(message) || WRONG_VALUE.test(message))) return undefined;
  if (NO_EFFORT.test(message)) return "output_config";
  const param = at(error, "param");
  if (typeof param === "string" && param !== "") {
    const whole = snakeCase(param.replace(new RegExp(`^${HOLDERS}`, "i"), "").replace(/\..*$/, ""));
    return OMISSIBLE.has(whole) ? whole : undefined;
  }
  const named = [...OMISSIBLE].filter((name) => namesParameter(message, name));
  return named.length === 1 ? named[0] : undefined;
}

/** The objects of some interfaces that hold the settings of a request. */
const HOLDERS = "(?:body|request|(?:generation|sampling)_?(?:config|params)|config|options)\\.";

/**
 * Whether a message names the whole parameter, in its own form or in camel case, and not a part of
 * it or a longer name that contains it.
 */
function namesParameter(message: string, name: string): boolean {
  const camel = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return new RegExp(
    `(?<![\\w.]|\\w\\.)(?:${HOLDERS})?(?:${name}|${camel})(?!\\w|\\.\\w)`,
    "i",
  ).test(message);
}
