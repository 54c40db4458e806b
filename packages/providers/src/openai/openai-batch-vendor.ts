import type { Provider, Reply, Request } from "@promptnce/core";
import OpenAI, { toFile } from "openai";
import {
  isUnknownPath,
  replyOrError,
  requestError,
  throwMaybeBilled,
  throwUnbilled,
} from "../batch-contract/batch-errors.ts";
import {
  type BatchLimits,
  type BatchResult,
  type BatchVendor,
  SUBMIT_TIMEOUT_MS,
} from "../batch-contract/batch-vendor.ts";
import { chatBody } from "./chat-body.ts";
import { compatibleConnection, type OpenAICompatibleOptions } from "./compatible-connection.ts";
import { checkFormFree, type FormatPath } from "../reply/held-to-schema.ts";
import { openaiBatch, openaiResult, type OpenAIResult, openaiStatus } from "./openai-batch-shapes.ts";
import { openaiBody } from "./openai-body.ts";
import { chatReply } from "./openai-compatible.ts";
import { openaiConnection, type OpenAIConnection } from "./openai-connection.ts";
import { openaiReply } from "./openai.ts";
import { textLines } from "./text-lines.ts";
import { sdkTimeout, vendorCall } from "../call/vendor-call.ts";
import type { VendorOptions } from "../call/vendor-options.ts";
import { vendorStream } from "../call/vendor-stream.ts";

/** What the vendor takes in one batch. */
const LIMITS = { requests: 50_000, bytes: 200_000_000 };

/** Which interface the requests of a batch are for. */
interface Interface {
  readonly endpoint: "/v1/responses" | "/v1/chat/completions";
  readonly form: FormatPath;
  readonly body: (model: string, settings: Provider["settings"], request: Request) => unknown;
  readonly reply: (body: unknown) => Reply;
}

/** Batches of OpenAI's for one model, with the options and so the identity of {@link openai}. */
export function openaiBatches(options: VendorOptions & BatchLimits): BatchVendor {
  return batches(options, openaiConnection(options), {
    endpoint: "/v1/responses",
    form: ["text", "format"],
    body: openaiBody,
    reply: openaiReply,
  });
}

/** The same of a server that speaks Chat Completions, with the identity of {@link openaiCompatible}. */
export function compatibleBatches(options: OpenAICompatibleOptions & BatchLimits): BatchVendor {
  const connection = compatibleConnection(options);
  return batches(options, connection, {
    endpoint: "/v1/chat/completions",
    form: ["response_format"],
    body: chatBody,
    reply: (body) => chatReply(body, connection.vendor.title),
  });
}

function batches(
  { model, limits }: Pick<VendorOptions, "model"> & BatchLimits,
  { name, client, vendor, settings, timeoutMs }: OpenAIConnection,
  { endpoint, form, body, reply }: Interface,
): BatchVendor {
  const { title } = vendor;
  const call = <T>(outer: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<T>) =>
    vendorCall(vendor, timeoutMs, outer && { signal: outer }, run);
  const retrieve = (id: string, outer: AbortSignal | undefined) =>
    call(outer, async (signal) => openaiBatch(await client.batches.retrieve(id, { signal }), title));

  async function* results(id: string, outer?: AbortSignal): AsyncGenerator<BatchResult, void> {
    const { output_file_id, error_file_id } = await retrieve(id, outer);
    for (const file of [output_file_id, error_file_id]) {
      if (!file) continue;
      const lines = vendorStream(vendor, timeoutMs, outer, async (signal) => {
        const { body } = await client.files.content(file, { signal });
        if (body === null) throw new SyntaxError("No body");
        return textLines(body);
      });
      for await (const text of lines) if (text.trim() !== "") yield resultOf(openaiResult(text, title));
    }
  }

  function resultOf({ custom_id: customId, response, error }: OpenAIResult): BatchResult {
    if (!response) return { customId, outcome: requestError(vendor, error?.code ?? "no reason given") };
    const { status_code, body } = response;
    if (status_code === 200) return { customId, outcome: replyOrError(() => reply(body)) };
    const failed = OpenAI.APIError.generate(status_code, body as object, undefined, new Headers());
    return { customId, outcome: requestError(vendor, failed) };
  }

  return {
    name,
    model,
    settings,
    title,
    limits: { ...LIMITS, ...limits },
    item(customId, request, sent) {
      if (request.schema !== undefined) checkFormFree(sent, form);
      return {
        custom_id: customId,
        method: "POST",
        url: endpoint,
        body: body(model, sent, request),
      };
    },
    submit: async (items, label) => {
      const lines = items.map((item) => JSON.stringify(item)).join("\n");
      const file = await toFile(Buffer.from(lines), "batch.jsonl");
      const timeout = sdkTimeout(SUBMIT_TIMEOUT_MS);
      const uploaded = await vendorCall(vendor, SUBMIT_TIMEOUT_MS, undefined, (signal) =>
        client.files.create({ file, purpose: "batch" }, { signal, timeout }),
      ).catch(throwUnbilled);
      return call(undefined, async (signal) => {
        const created = await client.batches.create(
          {
            input_file_id: uploaded.id,
            endpoint,
            completion_window: "24h",
            metadata: { [LABEL]: label },
          },
          { signal },
        );
        return openaiBatch(created, title).id;
      }).catch(throwMaybeBilled);
    },
    status: async (id, outer) => openaiStatus(await retrieve(id, outer), title),
    results,
    find: (label, outer) =>
      call(outer, async (signal) => {
        for await (const one of client.batches.list({ limit: 100 }, { signal })) {
          if (one.metadata?.[LABEL] === label) return one.id;
        }
        return undefined;
      }).catch((error: unknown) => {
        if (isUnknownPath(error)) return undefined;
        throw error;
      }),
  };
}

const LABEL = "promptnce";
