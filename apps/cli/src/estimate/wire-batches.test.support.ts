import type { IncomingMessage, ServerResponse } from "node:http";
import { answerTo, type Beside } from "./wire-cases.test.support.ts";

/** An item of a batch, as it is uploaded. */
interface Item {
  readonly custom_id: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Batch {
  readonly id: string;
  readonly items: readonly Item[];
  /** How many of its requests are answered. */
  readonly answered: number;
  readonly status: "completed" | "cancelled" | "failed";
  readonly message?: string;
}

/** How a server deals with batches. */
export interface BatchManner {
  /** The most requests that may be enqueued. */
  readonly room?: number;
  /** How often a file cannot be used yet, and what is then said. */
  readonly inHand?: { readonly times: number; readonly status: number; readonly message: string };
  /** The answered requests of the first batch, which someone cancels. */
  readonly cancelledAfter?: number;
}

/** The batches of a server, each of which ends at once. */
export function batchesOf({ room = Infinity, inHand, cancelledAfter }: BatchManner) {
  const files: (readonly Item[])[] = [];
  const batches: Batch[] = [];
  let early = inHand?.times ?? 0;

  const make = (fileId: string): Batch => {
    const items = files[Number(fileId)] ?? [];
    const id = `batch_${batches.length + 1}`;
    if (items.length > room) {
      const message =
        "Enqueued token limit reached for m. Please try again once some batches ended.";
      return { id, items, answered: 0, status: "failed", message };
    }
    const isFirst = cancelledAfter !== undefined && batches.length === 0;
    return isFirst
      ? { id, items, answered: cancelledAfter, status: "cancelled" }
      : { id, items, answered: items.length, status: "completed" };
  };
  const shown = ({ id, items, answered, status, message }: Batch): object => ({
    id,
    status,
    output_file_id: answered > 0 ? id : null,
    request_counts: { total: items.length, completed: answered, failed: 0 },
    errors: message && { data: [{ code: "token_limit_exceeded", message, line: null }] },
  });
  const results = ({ items, answered }: Batch): string =>
    items
      .slice(0, answered)
      .map(({ custom_id, body }) =>
        JSON.stringify({ custom_id, response: { status_code: 200, body: answerTo(body) } }),
      )
      .join("\n");

  const beside: Beside = (request: IncomingMessage, text: string, response: ServerResponse) => {
    const say = (body: object | string, status = 200): true => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
      return true;
    };
    const [, path = ""] = /\/v1\/(.*)$/.exec(request.url ?? "") ?? [];
    if (path === "files") {
      const lines = text.split("\n").filter((line) => line.startsWith('{"custom_id"'));
      files.push(lines.map((line) => JSON.parse(line) as Item));
      return say({ id: `${files.length - 1}`, status: "pending" });
    }
    if (path === "batches" && request.method === "POST") {
      if (early-- > 0) return say({ error: { message: inHand?.message } }, inHand?.status);
      const { input_file_id } = JSON.parse(text) as { readonly input_file_id: string };
      batches.push(make(input_file_id));
      return say(shown(batches.at(-1) as Batch));
    }
    const [, id] = /(batch_\d+)/.exec(path) ?? [];
    const found = batches.find((one) => one.id === id);
    if (found === undefined) return false;
    return path.endsWith("/content") ? say(results(found)) : say(shown(found));
  };
  return { beside, files, batches };
}
