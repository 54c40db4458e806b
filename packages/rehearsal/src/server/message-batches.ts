import { json } from "node:stream/consumers";
import { at } from "@promptnce/core/json";
import type { Route } from "../wire/wire-server.ts";
import { messages } from "../wire/wires.ts";
import {
  type AnswerBatch,
  type Batch,
  type BatchAnswer,
  batchItems,
  batchPage,
} from "./batch-answers.ts";

/**
 * Anthropic's Message Batches: create, retrieve, list, results. A batch ends `afterMs` after its
 * creation.
 */
export function messageBatches(answer: AnswerBatch, afterMs: number, origin: () => string): Route {
  const batches = new Map<string, Batch>();
  const shown = ({ id, created, answers }: Batch): unknown => {
    const ended = Date.now() - created >= afterMs;
    const over = ended ? answers : [];
    const count = (fate: string): number => over.filter((one) => one.fate === fate).length;
    return {
      id,
      type: "message_batch",
      processing_status: ended ? "ended" : "in_progress",
      request_counts: {
        processing: answers.length - over.length,
        succeeded: count("succeeded"),
        errored: count("errored"),
        canceled: 0,
        expired: count("expired"),
      },
      created_at: new Date(created).toISOString(),
      expires_at: new Date(created + 86_400_000).toISOString(),
      ended_at: ended ? new Date(created + afterMs).toISOString() : null,
      archived_at: null,
      cancel_initiated_at: null,
      results_url: ended ? `${origin()}/v1/messages/batches/${id}/results` : null,
    };
  };
  return async (request, path) => {
    const [, id, results] = /\/messages\/batches(?:\/(\w+)(\/results)?)?$/.exec(path) ?? [];
    if (request.method === "POST" && path.endsWith("/messages/batches")) {
      const items = batchItems(at(await json(request), "requests"), messages, "params");
      const answers = await answer(items);
      const batch = { id: `msgbatch_${batches.size + 1}`, created: Date.now(), answers };
      batches.set(batch.id, batch);
      return { json: shown(batch) };
    }
    if (request.method === "GET" && path.endsWith("/messages/batches"))
      return batchPage(batches, request, shown);
    const batch = batches.get(id ?? "");
    if (request.method !== "GET" || batch === undefined) return undefined;
    if (results === undefined) return { json: shown(batch) };
    return Date.now() - batch.created < afterMs ? undefined : { lines: batch.answers.map(line) };
  };
}

function line({ customId, fate, body }: BatchAnswer): unknown {
  const result = {
    succeeded: { type: "succeeded", message: body },
    errored: { type: "errored", error: body },
    expired: { type: "expired" },
  }[fate];
  return { custom_id: customId, result };
}
