import type { IncomingMessage } from "node:http";
import { random, shuffle } from "@promptnce/core/sampling";
import { at } from "@promptnce/core/json";
import type { WireAnswer, WireError } from "../wire/answer.ts";
import type { Wire } from "../wire/wires.ts";
import { promptRejection, rejectedParameter, rejection } from "./fault.ts";
import { servedModel, simulatedReply } from "./simulated-reply.ts";
import type { SimulatedServerOptions } from "./serve-request.ts";

interface BatchItem {
  readonly customId: string;
  readonly wire: Wire;
  readonly body: unknown;
}

/** The outcome of a request of a batch, with the body that the vendor would send. */
export interface BatchAnswer {
  readonly customId: string;
  readonly fate: "succeeded" | "errored" | "expired";
  /** The status of an error: 500 if the vendor failed, 400 if the request was wrong. */
  readonly status?: number;
  readonly body: unknown;
}

/** A batch. Its answers are made when it is created, and shown when it ends. */
export interface Batch {
  readonly id: string;
  readonly created: number;
  readonly answers: readonly BatchAnswer[];
}

/**
 * A page of a list of batches, newest first, in the form that the vendor's SDK requests and reads.
 */
export function batchPage<B extends Batch>(
  batches: ReadonlyMap<string, B>,
  { url = "" }: IncomingMessage,
  shown: (batch: B) => unknown,
): WireAnswer {
  const query = new URL(url, "http://server").searchParams;
  const all = [...batches.values()].reverse();
  const after = query.get("after_id") ?? query.get("after");
  const rest = all.slice(all.findIndex(({ id }) => id === after) + 1);
  const page = rest.slice(0, Number(query.get("limit") ?? 20));
  const ends = { first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null };
  return {
    json: { object: "list", data: page.map(shown), has_more: rest.length > page.length, ...ends },
  };
}

export type AnswerBatch = (items: readonly BatchItem[]) => Promise<BatchAnswer[]>;

/** The requests in a vendor's list; `body` is the name of the body's field. */
export function batchItems(list: unknown, wire: Wire, body: "params" | "body"): BatchItem[] {
  return (Array.isArray(list) ? list : []).map((one: unknown) => {
    return { customId: String(at(one, "custom_id")), wire, body: at(one, body) };
  });
}

/**
 * A function that answers the requests of a batch, in shuffled order. Requests fail or expire in
 * the shares of the options. Which ones do depends on the seed, the prompt and how often the prompt
 * was in a batch before, so that a retry can succeed. Faults that a prompt alone decides apply too.
 *
 * @throws RangeError if a share is negative or the shares exceed 1 together.
 */
export function batchAnswers(options: SimulatedServerOptions): AnswerBatch {
  const { respondent, seed = 1, batches: { errored = 0, expired = 0 } = {} } = options;
  if (!(errored >= 0 && expired >= 0 && errored + expired <= 1)) {
    throw new RangeError(
      `The shares of a batch are errored ${errored} and expired ${expired}: give numbers from 0 to 1, and at most 1 together.`,
    );
  }
  const times = new Map<string, number>();
  let batch = 0;

  const answer = async ({ customId, wire, body }: BatchItem): Promise<BatchAnswer> => {
    const prompt = wire.prompt(body);
    const model = at(body, "model");
    const failed = ({ status, type, message }: WireError): BatchAnswer => {
      return { customId, fate: "errored", status, body: wire.error(type, message) };
    };
    const wrong = (message: string): BatchAnswer =>
      failed({ status: 400, type: "invalid_request_error", message });
    if (prompt === undefined || typeof model !== "string") {
      return wrong("The request needs a model and a prompt with a text.");
    }
    const rejected = rejectedParameter(options, body);
    if (rejected !== undefined) return wrong(rejected);
    const time = times.get(prompt) ?? 0;
    times.set(prompt, time + 1);
    const blocked = promptRejection(options, wire, prompt);
    if (blocked !== undefined) return failed(blocked.error);
    const source = random(JSON.stringify([seed, "batch", prompt, time]));
    const draw = source.uniform();
    if (draw < errored) return failed(rejection(wire, "500"));
    if (draw < errored + expired) return { customId, fate: "expired", body: undefined };
    try {
      const reply = await respondent.complete({ prompt, sample: 0 });
      const made = simulatedReply(
        `batch_${customId}`,
        servedModel(options.served, model, source),
        reply,
      );
      return { customId, fate: "succeeded", body: wire.reply(made) };
    } catch (error) {
      return wrong(error instanceof Error ? error.message : String(error));
    }
  };

  return async (items) => {
    options.onBatch?.(items.map(({ wire, body }) => wire.prompt(body) ?? ""));
    const source = random(JSON.stringify([seed, "batch order", ++batch]));
    return shuffle(await Promise.all(items.map(answer)), source);
  };
}
