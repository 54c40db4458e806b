import type { CallOptions, Provider, Reply, Request } from "@promptnce/core";
import type { Sent } from "../call/dropped-parameters.ts";
import type { StoreEntry } from "./store.ts";

/** A reply as it is kept, with the whole of what was sent; its key and attempt are the caller's. */
export function entryOf(
  { name, model }: Pick<Provider, "name" | "model">,
  { settings, leftOut }: Sent,
  { prompt, sample, schema, continuation }: Request,
  reply: Reply,
): Omit<StoreEntry, "key"> {
  const { stored: _, ...kept } = reply;
  const held = schema === undefined ? {} : { schema };
  const scored = continuation === undefined ? {} : { continuation };
  const without = leftOut === undefined ? {} : { leftOut };
  return {
    provider: name,
    model,
    settings,
    sample,
    prompt,
    ...held,
    ...scored,
    ...without,
    reply: kept,
  };
}

/** Whether a reply is not asked for again: it can be read, or is the model's refusal. */
export function passes(reply: Reply, call: Pick<CallOptions, "readable"> | undefined): boolean {
  return reply.stop === "refusal" || call?.readable === undefined || call.readable(reply);
}
