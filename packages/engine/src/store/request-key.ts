import { type JsonSchema, type FindTemplate, type Question, requestOf } from "@promptnce/core";
import {
  canonicalJson,
  heldTo,
  replyLimit,
  sha256,
  withoutOpenLimit,
} from "@promptnce/providers/contract";
import type { ProviderIdentity } from "@promptnce/providers";
import type { SentRequest } from "./store.ts";

/** The fields that identify a request. Repeats of one prompt differ only in `sample`. */
export interface RequestIdentity extends SentRequest {
  /** The provider's name. */
  readonly provider: string;
  readonly model: string;
  /** The settings as actually sent. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** A schema that may constrain decoding; it counts only where the settings say that it does. */
  readonly grammar?: JsonSchema;
}

/**
 * Settings as canonical JSON, without a limit left to requests: a run's settings are one object, so
 * they are serialized once.
 */
const written = new WeakMap<RequestIdentity["settings"], string>();

/**
 * The store's key of a request: SHA-256, in hexadecimal, of the identity's canonical JSON.
 *
 * The address of a server is not part of the key, since a restarted server may have another port.
 * Where two servers use one model name for different weights, give their providers two names.
 *
 * @throws TypeError where the settings hold a value that JSON cannot represent.
 * @example
 * const model = { provider: "openai", model: "gpt-5-mini", settings: {} };
 * requestKey({ ...model, prompt: "Will it rain?", sample: 0 }).slice(0, 8); // → "cf94acda"
 */
export function requestKey(identity: RequestIdentity): string {
  const { provider, model, settings, prompt, sample, continuation, options, decision } = identity;
  const under = written.get(settings) ?? canonicalJson(withoutOpenLimit(settings));
  written.set(settings, under);
  const schema = heldTo(identity, settings);
  const limit = replyLimit(identity, settings);
  // The members are in the order of canonical JSON; undefined ones are omitted.
  const scored = continuation === undefined ? "" : `"continuation":${canonicalJson(continuation)},`;
  const put = decision === undefined ? "" : `"decision":${canonicalJson(decision)},`;
  const read = options === undefined ? "" : `"options":${canonicalJson(options)},`;
  const limited = limit === undefined ? "" : `"limit":${limit},`;
  const asked = `"model":${canonicalJson(model)},${read}"prompt":${canonicalJson(prompt)},"provider":${canonicalJson(provider)},"sample":${canonicalJson(sample)}`;
  const held = schema === undefined ? "" : `,"schema":${canonicalJson(schema)}`;
  return sha256(`{${scored}${put}${limited}${asked}${held},"settings":${under}}`);
}

/** The provider, with its settings as sent, and the wordings. */
export interface AskedHow {
  readonly provider: ProviderIdentity;
  readonly findTemplate: FindTemplate;
}

/**
 * The {@link requestKey} of a question's request.
 *
 * @example
 * import { findTemplate } from "@promptnce/prompts";
 * const provider = { name: "openai", model: "gpt-5-mini", settings: {} };
 * const question = { kind: "marginal", task: "words", sample: 0, y: "PUSH" };
 * keyOfQuestion(question, { provider, findTemplate }).slice(0, 8); // → "02ff4b54"
 */
export function keyOfQuestion(question: Question, { provider, findTemplate }: AskedHow): string {
  const { name, model, settings } = provider;
  const request = requestOf(findTemplate(question), question);
  return requestKey({ ...request, provider: name, model, settings });
}
