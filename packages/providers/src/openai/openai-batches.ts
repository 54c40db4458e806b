import { ProviderError } from "@promptnce/core/errors";
import type { Reply } from "@promptnce/core";
import type { OpenAI } from "openai";
import { z } from "zod";
import {
  isQueueFull,
  noResults,
  queueFull,
  replyOrError,
  throwOfBatch,
  unanswered,
} from "../batch-contract/batch-errors.ts";
import {
  type BatchStatus,
  type BatchVendor,
  SUBMIT_TIMEOUT_MS,
} from "../batch-contract/batch-vendor.ts";
import { identityOf } from "../call/provider-identity.ts";
import { parsedJson } from "@promptnce/core/json";
import { vendorCall, vendorStream } from "../call/vendor-call.ts";
import type { VendorOptions } from "../call/vendor-options.ts";
import { wrongRequest } from "../errors/errors.ts";
import type { SdkAdapter } from "../reply/vendor-provider.ts";
import { vendorResponse } from "../reply/vendor-response.ts";
import { chatCompletions, type OpenAICompatibleOptions } from "./chat-completions.ts";
import { openaiClient, openaiSdk } from "./openai-sdk.ts";
import { openaiResponses } from "./responses.ts";

/** The vendor's limits for one batch. */
const LIMITS = { requests: 50_000, bytes: 200_000_000 };

type Sdk = typeof import("openai");

/** The name of a batch's label in its metadata. */
const LABEL = "promptnce";

/**
 * OpenAI's batches for one model, with the options and hence the identity of {@link openai}.
 *
 * @example
 * const batches = openaiBatches({ model: "gpt-5-mini", apiKey: "key" });
 * const request = { prompt: "How likely is rain?", sample: 0 };
 * batches.item("1", request, batches.settings).url; // → "/v1/responses"
 */
export function openaiBatches(options: VendorOptions): BatchVendor {
  return batches(openaiResponses(options), "/v1/responses");
}

/**
 * The batches of a server with the Chat Completions API, with the identity of
 * {@link openaiCompatible}.
 *
 * @example
 * const baseURL = "http://127.0.0.1:8000/v1";
 * const batches = compatibleBatches({ model: "qwen3", baseURL });
 * const request = { prompt: "How likely is rain?", sample: 0 };
 * batches.item("1", request, batches.settings).url; // → "/v1/chat/completions"
 */
export function compatibleBatches(options: OpenAICompatibleOptions): BatchVendor {
  openaiSdk.check();
  const { baseURL, apiKey, fetch } = options;
  const client = openaiClient({
    baseURL,
    fetch,
    apiKey: apiKey ?? "none",
    // Not taken from the environment, whose values are meant for OpenAI.
    adminAPIKey: null,
    organization: null,
    project: null,
    ...(apiKey === undefined && { defaultHeaders: { Authorization: null } }),
  });
  return batches({ ...chatCompletions(options), client }, "/v1/chat/completions");
}

function batches<Body>(
  adapter: SdkAdapter<OpenAI, Body>,
  endpoint: "/v1/responses" | "/v1/chat/completions",
): BatchVendor {
  const { vendor, client, timeoutMs } = adapter;
  const { title } = vendor;
  const call = <T>(outer: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<T>) =>
    vendorCall(vendor, timeoutMs, outer, run);
  const retrieve = (id: string, outer: AbortSignal | undefined) =>
    call(outer, async (signal) =>
      vendorResponse(batch, await (await client()).batches.retrieve(id, { signal }), title),
    );

  /** The files uploaded for batches that are still to be made, by their labels. */
  const uploads = new Map<string, string>();

  async function upload(items: readonly unknown[]): Promise<string> {
    const lines = items.map((item) => JSON.stringify(item)).join("\n");
    const { toFile } = await openaiSdk.load();
    const file = await toFile(Buffer.from(lines), "batch.jsonl");
    const { files } = await client();
    const { id } = await vendorCall(vendor, SUBMIT_TIMEOUT_MS, undefined, (signal) =>
      files.create({ file, purpose: "batch" }, { signal }),
    ).catch((error: unknown) => throwOfBatch(error, false));
    return id;
  }

  function replyTo({ response, error }: z.output<typeof line>, { APIError }: Sdk): Reply {
    if (!response || response.status_code === 0)
      throw unanswered(vendor, error?.code ?? "no reason given");
    const { status_code } = response;
    // Some servers write the body of a response as a text within the line.
    const { body: said } = response;
    const body = typeof said === "string" ? (parsedJson(said) ?? said) : said;
    if (status_code === 200) return adapter.reply(body);
    throw APIError.generate(status_code, body as object, undefined, new Headers());
  }

  return {
    ...identityOf(adapter),
    title,
    limits: LIMITS,
    item: (customId, request, sent) => {
      return {
        custom_id: customId,
        method: "POST",
        url: endpoint,
        body: adapter.body(request, sent),
      };
    },
    submit: async (items, label, onSending) => {
      const { batches } = await client();
      // A file that the vendor still has in hand is not uploaded anew with each try.
      const uploaded = uploads.get(label) ?? (await upload(items));
      uploads.set(label, uploaded);
      const id = await call(undefined, async (signal) => {
        onSending?.();
        const created = await batches.create(
          {
            input_file_id: uploaded,
            endpoint,
            completion_window: "24h",
            metadata: { [LABEL]: label },
          },
          { signal },
        );
        return vendorResponse(batch, created, title).id;
      }).catch((error: unknown) => throwOfBatch(ofFileInHand(error)));
      uploads.delete(label);
      return id;
    },
    status: async (id, outer) => statusOf(await retrieve(id, outer), title),
    async *results(id, outer) {
      const found = await retrieve(id, outer);
      if (lacksResults(found)) throw noResults(vendor, id);
      const { output_file_id, error_file_id } = found;
      const sdk = await openaiSdk.load();
      const { files } = await client();
      for (const file of [output_file_id, error_file_id]) {
        if (!file) continue;
        const lines = vendorStream(vendor, timeoutMs, outer, async (signal) => {
          const { body } = await files.content(file, { signal });
          if (body === null) throw new SyntaxError("No body");
          return textLines(body);
        });
        for await (const text of lines) {
          if (text.trim() === "") continue;
          const found = vendorResponse(line, parsedJson(text), title);
          yield {
            customId: found.custom_id,
            outcome: replyOrError(vendor, () => replyTo(found, sdk)),
          };
        }
      }
    },
    list: (outer) =>
      call(outer, async (signal) => {
        const all = (await client()).batches.list({ limit: 100 }, { signal });
        return Array.fromAsync(all, ({ id, metadata }) => ({ id, label: metadata?.[LABEL] }));
      }),
  };
}

const text = z.string().nullish();

const batch = z.object({
  id: z.string(),
  status: z.string(),
  output_file_id: text,
  error_file_id: text,
  request_counts: z.object({ completed: z.number(), failed: z.number() }).nullish(),
  errors: z
    .object({
      data: z.array(z.object({ code: text, message: text, line: z.number().nullish() })).nullish(),
    })
    .nullish(),
});

/** One line of a result file: an answer or an error. */
const line = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ code: text }).nullish(),
});

/** The vendors' words for an uploaded file that cannot be used yet. */
const IN_HAND =
  /file.{0,80}(not (yet )?(been )?(in an? )?(processed|ready|available|found|exist)|does not exist|pending|being processed|still|processing|uploading|expected .?processed)|no (such )?file/i;

/** The error of a batch whose file was uploaded just now, and may be there in a moment. */
function ofFileInHand(error: unknown): unknown {
  if (!(error instanceof ProviderError && IN_HAND.test(error.message))) return error;
  if (![400, 404, 409, 422].includes(error.status ?? 0)) return error;
  // Without the status, which would say that there are no batches at this address.
  return new ProviderError((write) => error.messageFor(write), { kind: "server", retryable: true });
}

const ENDED = new Set(["completed", "expired", "cancelled", "canceled", "failed"]);

/** The status of a batch; `failed` where the vendor rejected it as a whole. */
function statusOf(found: z.output<typeof batch>, title: string): BatchStatus {
  const { completed = 0, failed = 0 } = found.request_counts ?? {};
  const status = {
    ended: ENDED.has(found.status),
    done: completed + failed,
    ...(/^cancell?ed$/.test(found.status) && { cancelled: true }),
  };
  if (found.status !== "failed") return status;
  const [first] = found.errors?.data ?? [];
  const place = first?.line ? ` in line ${first.line}` : "";
  const words = `${first?.code ?? ""} ${first?.message ?? ""}`;
  const full = isQueueFull(words);
  const advice = full
    ? "None of its requests was sent."
    : "None of its requests was sent; correct this and repeat the run.";
  const error = wrongRequest(
    `${title} did not take the batch ${found.id} (${first?.code ?? "no code"}${place}): ${first?.message ?? "no reason given"} ${advice}`,
  );
  return { ...status, failed: full ? queueFull(error) : error };
}

/** Whether the vendor counts answers, or calls the batch complete, and names no file of them. */
function lacksResults(found: z.output<typeof batch>): boolean {
  const { status, output_file_id, error_file_id, request_counts } = found;
  if (output_file_id) return false;
  const answered = request_counts?.completed ?? 0;
  return answered > 0 || (status === "completed" && !error_file_id);
}

/**
 * Yields the lines of a UTF-8 text that arrives in parts, without line ends; the last line may lack
 * one.
 */
async function* textLines(parts: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  let rest = "";
  for await (const part of parts.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() as string;
    yield* lines;
  }
  if (rest !== "") yield rest;
}
