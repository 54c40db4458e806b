import { sha256 } from "@promptnce/providers/contract";
import { type FindTemplate, type Question, type Request, requestOf } from "@promptnce/core";
import { heldTo } from "@promptnce/providers/contract";
import type { ProviderIdentity } from "@promptnce/providers";
import { canonicalJson } from "@promptnce/providers/contract";
import type { StoreEntry } from "./store.ts";

/** Everything that makes two requests the same request. Repeats of one prompt differ in `sample` alone. */
export type RequestIdentity = Pick<
  StoreEntry,
  "provider" | "model" | "settings" | "prompt" | "sample" | "schema" | "continuation" | "options"
> &
  Pick<Request, "grammar">;

/** Settings as canonical JSON: those of a run are one object, and written once. */
const written = new WeakMap<RequestIdentity["settings"], string>();

/**
 * The store's key of a request: SHA-256, in hexadecimal, of the identity's canonical JSON.
 *
 * The address of a server is not part of it, since a server started again may have another port.
 * Where two servers give one model name to different weights, give their providers two names.
 *
 * @throws TypeError where the settings hold what JSON cannot.
 */
export function requestKey(identity: RequestIdentity): string {
  const { provider, model, settings, prompt, sample, continuation, options } = identity;
  const under = written.get(settings) ?? canonicalJson(settings);
  written.set(settings, under);
  const schema = heldTo(identity, settings);
  // The members in the order of canonical JSON; those that are undefined are left out.
  const scored = continuation === undefined ? "" : `"continuation":${canonicalJson(continuation)},`;
  const read = options === undefined ? "" : `"options":${canonicalJson(options)},`;
  const asked = `"model":${canonicalJson(model)},${read}"prompt":${canonicalJson(prompt)},"provider":${canonicalJson(provider)},"sample":${canonicalJson(sample)}`;
  const held = schema === undefined ? "" : `,"schema":${canonicalJson(schema)}`;
  return sha256(`{${scored}${asked}${held},"settings":${under}}`);
}

/** Who is asked, with the settings as they are sent, and in which wordings. */
export interface AskedHow {
  readonly provider: ProviderIdentity;
  readonly findTemplate: FindTemplate;
}

/** The store's key of the reply to a question: that of the request which the question becomes. */
export function keyOfQuestion(question: Question, { provider, findTemplate }: AskedHow): string {
  const { name, model, settings } = provider;
  return requestKey({
    ...requestOf(findTemplate(question), question),
    provider: name,
    model,
    settings,
  });
}
