import type { Anthropic } from "@anthropic-ai/sdk";
import type { Reply } from "@promptnce/core";
import { z } from "zod";
import {
  noResults,
  replyOrError,
  throwOfBatch,
  unanswered,
} from "../batch-contract/batch-errors.ts";
import { type BatchVendor, SUBMIT_TIMEOUT_MS } from "../batch-contract/batch-vendor.ts";
import { identityOf } from "../call/provider-identity.ts";
import { vendorCall, vendorStream } from "../call/vendor-call.ts";
import { vendorResponse } from "../reply/vendor-response.ts";
import { anthropicSdk } from "./anthropic-sdk.ts";
import { anthropicMessages, type AnthropicOptions } from "./messages.ts";

type Sdk = typeof import("@anthropic-ai/sdk");

/**
 * The limits of one batch; 16 MB below the vendor's 256 MB, to leave room for the text around the
 * requests.
 */
const LIMITS = { requests: 100_000, bytes: 240_000_000 };

/**
 * Anthropic's Message Batches for one model, with the options and hence the identity of
 * {@link anthropic}. The vendor keeps no label with a batch, and shows the ids of its requests only
 * in the results.
 *
 * @example
 * const batches = anthropicBatches({ model: "claude-sonnet-5", apiKey: "key" });
 * [batches.title, batches.limits.requests]; // → ["Anthropic", 100_000]
 */
export function anthropicBatches(options: AnthropicOptions): BatchVendor {
  const adapter = anthropicMessages(options);
  const { vendor, timeoutMs } = adapter;
  const batches = async () => (await adapter.client()).messages.batches;
  const { title } = vendor;

  function replyTo({ result }: z.output<typeof line>, { APIError }: Sdk): Reply {
    if (result.type === "succeeded") return adapter.reply(result.message);
    if (result.type !== "errored") throw unanswered(vendor, result.type);
    const status = STATUS.get(result.error.error.type) ?? 500;
    throw APIError.generate(status, result.error, undefined, new Headers());
  }

  return {
    ...identityOf(adapter),
    title,
    limits: LIMITS,
    item: (customId, request, sent) => ({
      custom_id: customId,
      params: adapter.body(request, sent),
    }),
    submit: (items, _label, onSending) =>
      vendorCall(vendor, SUBMIT_TIMEOUT_MS, undefined, async (signal) => {
        const requests = items as Anthropic.Messages.BatchCreateParams.Request[];
        const sdkBatches = await batches();
        onSending?.();
        const created = await sdkBatches.create({ requests }, { signal });
        return vendorResponse(batch, created, title).id;
      }).catch((error: unknown) => throwOfBatch(error)),
    status: (id, outer) =>
      vendorCall(vendor, timeoutMs, outer, async (signal) => {
        const found = await (await batches()).retrieve(id, undefined, { signal });
        const { processing_status, request_counts } = vendorResponse(batch, found, title);
        const { processing: _, ...over } = request_counts;
        const ended = processing_status === "ended";
        const cancelled = ended && (over["canceled"] ?? 0) > 0;
        return { ended, done: sumOf(over), ...(cancelled && { cancelled }) };
      }),
    list: (outer) =>
      vendorCall(vendor, timeoutMs, outer, async (signal) => {
        const all = (await batches()).list({ limit: 1000 }, { signal });
        return Array.fromAsync(all, (one) => {
          const { id, created_at, processing_status, request_counts } = vendorResponse(
            batch,
            one,
            title,
          );
          const ended = processing_status === "ended";
          return { id, created: Date.parse(created_at), requests: sumOf(request_counts), ended };
        });
      }),
    async *results(id, outer) {
      const sdk = await anthropicSdk.load();
      const open = async (signal: AbortSignal) => {
        const read = (await batches()).results(id, undefined, { signal });
        return read.catch((error: unknown) => {
          // The SDK's own error, where the batch has no address of results.
          const isOwn = error instanceof sdk.AnthropicError && !(error instanceof sdk.APIError);
          throw isOwn ? noResults(vendor, id) : error;
        });
      };
      for await (const read of vendorStream(vendor, timeoutMs, outer, open)) {
        const found = vendorResponse(line, read, title);
        yield {
          customId: found.custom_id,
          outcome: replyOrError(vendor, () => replyTo(found, sdk)),
        };
      }
    },
  };
}

const batch = z.object({
  id: z.string(),
  created_at: z.string().default(""),
  processing_status: z.string(),
  /** Counts by state: `processing` or ended. */
  request_counts: z.record(z.string(), z.number().nonnegative()),
});

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

const line = z.object({
  custom_id: z.string(),
  result: z.discriminatedUnion("type", [
    z.object({ type: z.literal("succeeded"), message: z.unknown() }),
    z.object({
      type: z.literal("errored"),
      error: z.looseObject({ error: z.looseObject({ type: z.string() }) }),
    }),
    z.object({ type: z.enum(["canceled", "expired"]) }),
  ]),
});

/**
 * The status that a single call would have had; an unknown error counts as a failure of the vendor.
 */
const STATUS: ReadonlyMap<string, number> = new Map([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["api_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);
