import { hash } from "node:crypto";
import { type Continuation, type FindTemplate, type Provider, type Question, requestOf } from "@promptnce/core";
import { canonicalJson } from "./canonical-json.ts";

/** Everything that makes two requests the same request. */
export interface RequestIdentity {
  /** The provider's name: one model id at two vendors is two models. */
  readonly provider: string;
  readonly model: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly prompt: string;
  /** Repeats of one prompt differ in nothing else. */
  readonly sample: number;
  /** The JSON Schema the reply must follow, where one is sent along. */
  readonly schema?: unknown;
  /** The text that is scored, where none is generated. */
  readonly continuation?: Continuation | undefined;
}

/**
 * The store's key of a request: SHA-256, in hexadecimal, of the identity's canonical JSON.
 *
 * The address of a server is not part of it, since a server started again may have another port.
 * Where two servers give one model name to different weights, give their providers two names.
 *
 * @throws TypeError where the settings hold what JSON cannot.
 */
export function requestKey(identity: RequestIdentity): string {
  return requestKeys(identity)(identity);
}

/** {@link requestKey} for many requests to one model under the same settings, which are written once. */
export function requestKeys({
  provider,
  model,
  settings,
}: Asked): (request: Omit<RequestIdentity, keyof Asked>) => string {
  const by = canonicalJson(provider);
  const of = canonicalJson(model);
  const under = canonicalJson(settings);
  return ({ prompt, sample, schema, continuation }) => {
    // The members in the order of canonical JSON; those that are undefined are left out.
    const scored = continuation === undefined ? "" : `"continuation":${canonicalJson(continuation)},`;
    const asked = `"model":${of},"prompt":${canonicalJson(prompt)},"provider":${by},"sample":${canonicalJson(sample)}`;
    const held = schema === undefined ? "" : `,"schema":${canonicalJson(schema)}`;
    return hash("sha256", `{${scored}${asked}${held},"settings":${under}}`);
  };
}

type Asked = Pick<RequestIdentity, "provider" | "model" | "settings">;

/** Who is asked, with the settings as they are sent, and in which wordings. */
export interface AskedHow {
  readonly provider: Pick<Provider, "name" | "model" | "settings">;
  readonly findTemplate: FindTemplate;
}

/** The store's key of the reply to a question: that of the request which the question becomes. */
export function keyOfQuestion(question: Question, { provider, findTemplate }: AskedHow): string {
  const { name, model, settings } = provider;
  const request = requestOf(findTemplate(question), question);
  return requestKey({ provider: name, model, settings, ...request });
}
