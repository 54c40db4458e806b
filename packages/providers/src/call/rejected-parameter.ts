import { at } from "./untyped-json.ts";

/**
 * Parameters that may be left out where a model rejects them, and then fall to the vendor's default: how an answer is
 * sampled, how much is reasoned before it, and what is told about it. Nothing else is: a limit on tokens bounds what a
 * call costs, `store` what the vendor keeps, and a system text, tools or a form of the answer are what was asked.
 */
const OMISSIBLE: ReadonlySet<string> = new Set([
  ..."temperature top_p top_k min_p seed presence_penalty frequency_penalty repetition_penalty".split(
    " ",
  ),
  ..."logprobs top_logprobs reasoning reasoning_effort thinking output_config verbosity".split(" "),
]);

/** Whether a setting may be left out where it is rejected; `topP` is the AI SDK's name of `top_p`. */
export function isOmissible(name: string): boolean {
  return OMISSIBLE.has(name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** How the vendors say that a parameter itself is not taken, apart from its value being wrong. */
const NOT_TAKEN =
  /not permitted|not supported|unsupported|does not support|deprecated|no longer|unrecogni[sz]ed|unknown (parameter|field|argument)/i;

/** A value that is not taken, though another is: which one is the user's to say. */
const WRONG_VALUE = /unsupported value|invalid value|supported values|supported when/i;

/** Anthropic's for `output_config.effort`. */
const NO_EFFORT = /does not support the effort parameter/i;

/** OpenAI's for a parameter with one value only, which is what is had without it. */
const DEFAULT_ONLY = /only the default \([^)]*\) value is supported/i;

/**
 * The parameter of the list above that a bad request was rejected for, or `undefined`. It must be the only one that is
 * named: of `temperature` and `top_p` which "cannot both be specified" either could go, and that is the user's to say.
 * A part of a parameter (`reasoning.effort`) stands for the whole where the vendor names it apart from the message.
 *
 * @param error The vendor's error object: OpenAI's `{param, message}`, Anthropic's `{type, message}`.
 */
export function rejectedParameter(error: unknown, message: string): string | undefined {
  if (!NOT_TAKEN.test(message)) return undefined;
  if (WRONG_VALUE.test(message) && !DEFAULT_ONLY.test(message)) return undefined;
  if (NO_EFFORT.test(message)) return "output_config";
  const param = at(error, "param");
  if (typeof param === "string") {
    const whole = param.replace(/\..*$/, "");
    return OMISSIBLE.has(whole) ? whole : undefined;
  }
  // The whole parameter, not a part of it nor a longer name that holds it.
  const named = [...OMISSIBLE].filter((name) =>
    new RegExp(`(?<![\\w.])${name}(?!\\w|\\.\\w)`).test(message),
  );
  return named.length === 1 ? named[0] : undefined;
}
