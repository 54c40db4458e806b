import type { Reply, Request } from "@promptnce/core";
import type { ProviderIdentity } from "@promptnce/providers";
import { heldTo, replyLimit, sha256 } from "@promptnce/providers/contract";
import type { StoreEntry, EntrySettings } from "../store/store.ts";

/** A request under its key, with the number of the attempt to be made. */
export interface Attempt {
  /** The store's key of the request. */
  readonly key: string;
  readonly request: Request;
  /** How many invalid replies came before: 0 for the first attempt. */
  readonly attempt: number;
}

/** The request as it is sent, with the number of its attempt. */
export function numbered({ request, attempt }: Attempt): Request {
  return attempt === 0 ? request : { ...request, attempt };
}

/**
 * The store's entry for a reply, with everything that was sent.
 *
 * @example
 * const model = { name: "ours", model: "large", settings: {} };
 * const request = { prompt: "Will it rain?", sample: 0 };
 * const key = requestKey({ ...request, ...model, provider: "ours" });
 * const reply = { text: "0.4", stop: "end" };
 * entryOf(model, { settings: {} }, { key, request, attempt: 0 }, reply);
 * // → { provider: "ours", prompt: "Will it rain?", reply: { text: "0.4" } }
 */
export function entryOf(
  { name: provider, model }: ProviderIdentity,
  { settings, leftOut }: EntrySettings,
  { key, request, attempt }: Attempt,
  received: Reply,
): StoreEntry {
  const { stored: _, ...reply } = received;
  const { prompt, sample, template, continuation, options, decision } = request;
  const schema = heldTo(request, settings);
  const wording = template && wordingOf(template);
  const limit = replyLimit(request, settings);
  const held = { schema, limit, continuation, options, decision };
  const asked = {
    key,
    provider,
    model,
    settings,
    sample,
    prompt,
    template: wording,
    ...held,
    leftOut,
  };
  return { ...asked, reply, attempt: attempt || undefined };
}

const hashes = new Map<string, string>();

type Wording = NonNullable<StoreEntry["template"]>;

/**
 * A wording as a record names it; its argument may already be in that form. Each text is hashed
 * once.
 *
 * @example
 * wordingOf({ id: "words/marginal", version: 1, body: "How often is {{target}} said?" });
 * // → { id: "words/marginal", version: 1 }
 */
export function wordingOf(template: Wording & NonNullable<Request["template"]>): Wording {
  const { id, version, body, sha256: named } = template;
  if (body === undefined) return { id, version, ...(named !== undefined && { sha256: named }) };
  const hash = hashes.get(body) ?? sha256(body);
  hashes.set(body, hash);
  return { id, version, sha256: hash };
}
