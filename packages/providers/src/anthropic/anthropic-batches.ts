import Anthropic from "@anthropic-ai/sdk";
import { z } from "zod";
import { anthropicBody } from "./anthropic-body.ts";
import { anthropicConnection, type AnthropicOptions } from "./anthropic-connection.ts";
import { anthropicReply } from "./anthropic.ts";
import { replyOrError, requestError, throwMaybeBilled } from "../batch-contract/batch-errors.ts";
import {
  type BatchLimits,
  type BatchResult,
  type BatchVendor,
  SUBMIT_TIMEOUT_MS,
} from "../batch-contract/batch-vendor.ts";
import { checkFormFree } from "../reply/held-to-schema.ts";
import { sdkTimeout, vendorCall } from "../call/vendor-call.ts";
import { vendorResponse } from "../reply/vendor-response.ts";
import { vendorStream } from "../call/vendor-stream.ts";

/** What the vendor takes in one batch; 16 MB less than its 256 for what is around the requests. */
const LIMITS = { requests: 100_000, bytes: 240_000_000 };

/**
 * Message Batches of Anthropic's for one model, with the options and so the identity of
 * {@link anthropic}. The vendor keeps no label with a batch, so one whose id was never noted
 * cannot be found again.
 */
export function anthropicBatches(options: AnthropicOptions & BatchLimits): BatchVendor {
  const { model } = options;
  const { client, vendor, settings, timeoutMs } = anthropicConnection(options);
  const { title } = vendor;
  return {
    name: "anthropic",
    model,
    settings,
    title,
    limits: { ...LIMITS, ...options.limits },
    item(customId, request, sent) {
      if (request.schema !== undefined) checkFormFree(sent, ["output_config", "format"]);
      // A header, not a parameter.
      const { "anthropic-version": _, ...parameters } = sent;
      const params = anthropicBody(model, parameters as { max_tokens: number }, request);
      return { custom_id: customId, params };
    },
    submit: (items) =>
      vendorCall(vendor, SUBMIT_TIMEOUT_MS, undefined, async (signal) => {
        const timeout = sdkTimeout(SUBMIT_TIMEOUT_MS);
        const requests = items as Anthropic.Messages.BatchCreateParams.Request[];
        const created = await client.messages.batches.create({ requests }, { signal, timeout });
        return vendorResponse(batch, created, title).id;
      }).catch(throwMaybeBilled),
    status: (id, outer) =>
      vendorCall(vendor, timeoutMs, outer && { signal: outer }, async (signal) => {
        const found = await client.messages.batches.retrieve(id, undefined, { signal });
        const { processing_status, request_counts } = vendorResponse(batch, found, title);
        const { succeeded, errored, canceled, expired } = request_counts;
        const done = succeeded + errored + canceled + expired;
        return { ended: processing_status === "ended", done };
      }),
    async *results(id, outer) {
      const lines = vendorStream(vendor, timeoutMs, outer, (signal) =>
        client.messages.batches.results(id, undefined, { signal }),
      );
      for await (const read of lines) yield resultOf(vendorResponse(line, read, title));
    },
  };

  function resultOf({ custom_id: customId, result }: z.output<typeof line>): BatchResult {
    if (result.type === "succeeded") {
      return { customId, outcome: replyOrError(() => anthropicReply(result.message)) };
    }
    if (result.type !== "errored") return { customId, outcome: requestError(vendor, result.type) };
    const status = STATUS.get(result.error.error.type) ?? 500;
    const error = Anthropic.APIError.generate(status, result.error, undefined, new Headers());
    return { customId, outcome: requestError(vendor, error) };
  }
}

const count = z.number().nonnegative();

const batch = z.object({
  id: z.string(),
  processing_status: z.string(),
  request_counts: z.object({ succeeded: count, errored: count, canceled: count, expired: count }),
});

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

/** The status that a single call would have had; an error unknown here is taken for the vendor's. */
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
