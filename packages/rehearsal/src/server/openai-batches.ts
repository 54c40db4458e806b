import type { IncomingMessage } from "node:http";
import { buffer, json } from "node:stream/consumers";
import { at } from "@promptnce/core/json";
import type { Route } from "../wire/wire-server.ts";
import { chatCompletions, responses } from "../wire/wires.ts";
import {
  type AnswerBatch,
  type Batch,
  type BatchAnswer,
  batchItems,
  batchPage,
} from "./batch-answers.ts";

interface OpenAIBatch extends Batch {
  readonly input: unknown;
  readonly endpoint: string;
  readonly metadata: unknown;
}

/**
 * OpenAI's Files (upload, content) and Batches (create, retrieve, list). A batch ends `afterMs`
 * after its creation.
 */
export function openaiBatches(answer: AnswerBatch, afterMs: number): Route {
  const files = new Map<string, readonly unknown[]>();
  const batches = new Map<string, OpenAIBatch>();
  const shown = ({ id, created, input, endpoint, metadata, answers }: OpenAIBatch): unknown => {
    const ended = Date.now() - created >= afterMs;
    const [done, failed] = ended
      ? [answers.filter(isGood), answers.filter((one) => !isGood(one))]
      : [[], []];
    const final = failed.some(({ fate }) => fate === "expired") ? "expired" : "completed";
    return {
      id,
      object: "batch",
      endpoint,
      input_file_id: input,
      metadata,
      completion_window: "24h",
      created_at: Math.floor(created / 1000),
      status: ended ? final : "in_progress",
      output_file_id: done.length > 0 ? `file-${id}-output` : null,
      error_file_id: failed.length > 0 ? `file-${id}-error` : null,
      request_counts: { total: answers.length, completed: done.length, failed: failed.length },
    };
  };
  const create = async (request: IncomingMessage): Promise<unknown> => {
    const body = await json(request);
    const input = at(body, "input_file_id");
    const endpoint = String(at(body, "endpoint"));
    const wire = endpoint.endsWith("/responses") ? responses : chatCompletions;
    const metadata = at(body, "metadata") ?? null;
    const answers = await answer(batchItems(files.get(String(input)), wire, "body"));
    const id = `batch_${batches.size + 1}`;
    const batch = { id, created: Date.now(), input, endpoint, metadata, answers };
    batches.set(id, batch);
    files.set(`file-${id}-output`, answers.filter(isGood).map(line));
    files.set(`file-${id}-error`, answers.filter((one) => !isGood(one)).map(line));
    return shown(batch);
  };
  return async (request, path) => {
    if (request.method === "POST" && path.endsWith("/files")) {
      const { described, lines } = await upload(request, files.size + 1);
      files.set(described.id, lines);
      return { json: described };
    }
    if (request.method === "POST" && path.endsWith("/batches"))
      return { json: await create(request) };
    if (request.method !== "GET") return undefined;
    if (path.endsWith("/batches")) return batchPage(batches, request, shown);
    const batch = batches.get(/\/batches\/(\w+)$/.exec(path)?.[1] ?? "");
    if (batch !== undefined) return { json: shown(batch) };
    const lines = files.get(/\/files\/([\w-]+)\/content$/.exec(path)?.[1] ?? "");
    return lines && { lines };
  };
}

/** The vendor's description of an uploaded file, and the file's parsed lines. */
async function upload(request: IncomingMessage, number: number) {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const form = await new Response(new Uint8Array(await buffer(request)), { headers }).formData();
  const file = form.get("file");
  if (!(file instanceof File)) throw new TypeError("The upload has no file.");
  const lines = (await file.text()).split("\n").filter((one) => one.trim() !== "");
  const described = {
    id: `file-${number}`,
    object: "file",
    bytes: file.size,
    created_at: 0,
    filename: file.name,
    purpose: form.get("purpose"),
    status: "processed",
  };
  return { described, lines: lines.map((one) => JSON.parse(one) as unknown) };
}

const isGood = ({ fate }: BatchAnswer): boolean => fate === "succeeded";

function line({ customId, fate, status = 400, body }: BatchAnswer): unknown {
  const id = `batch_req_${customId}`;
  if (fate === "expired") {
    const message = "This request could not be executed before the completion window expired.";
    return { id, custom_id: customId, response: null, error: { code: "batch_expired", message } };
  }
  const status_code = fate === "succeeded" ? 200 : status;
  return { id, custom_id: customId, response: { status_code, request_id: id, body }, error: null };
}
