import type { Reply, Responder } from "@promptnce/core";
import type { Inquiry } from "./executor.ts";

/**
 * A wanted request with its outcome, a final reply or a failure kept as one, and how that was read.
 */
export type InquiryResult<W extends Inquiry = Inquiry> = W & {
  readonly reply: Reply;
  readonly reading: ReturnType<NonNullable<W["read"]>>;
};

/**
 * Asks a provider for the reply to one request, and reads it. Aborting `closing` lets a call under
 * way finish and rejects a waiting one.
 *
 * @example
 * const complete = async () => ({ text: "0.4", stop: "end" });
 * const { reply } = await ask({ request: { prompt: "Will it rain?", sample: 0 } }, { complete });
 * reply.text; // → "0.4"
 */
export async function ask<W extends Inquiry>(
  wanted: W,
  provider: Responder,
  closing?: AbortSignal,
): Promise<InquiryResult<W>> {
  const { request, read } = wanted;
  const call = { ...(closing && { closing }), ...(read && { read }) };
  const reply = await provider.complete(request, call);
  const reading = read === undefined ? { ok: true, answer: undefined } : read(reply);
  return { ...wanted, reply, reading } as InquiryResult<W>;
}
