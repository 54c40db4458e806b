import { randomUUID } from "node:crypto";
import { type BatchRun, requestsText, retryBatchCall } from "./batch-run.ts";
import type { BatchIntent } from "../journal/batch-ledger.ts";
import { type Attempt, numbered } from "../attempt/entry-of.ts";
import { findBatch } from "./find-batch.ts";
import { goOnSmaller } from "./go-on-smaller.ts";
import { type CurrentSettings, wrongRequest } from "@promptnce/providers/contract";
import { ProviderError } from "@promptnce/core/errors";
import { isUnknownPath, type BatchVendor } from "@promptnce/providers/batches";

/**
 * Submits the requests in as few batches as the vendor's limits allow. Each batch is noted in the
 * ledger just before it is made, and its id just after, so that a later run can find it. Where the
 * vendor has refused more at once, one batch is submitted, and the rest is left to later rounds.
 *
 * @param underWay How many batches are under way already.
 * @throws ProviderError where the vendor does not accept a batch, and the errors of
 *   {@link findBatch}.
 */
export async function submitBatches(
  requests: readonly Attempt[],
  sent: CurrentSettings,
  run: BatchRun,
  underWay: number,
): Promise<void> {
  const { settings, leftOut } = sent;
  const { vendor, signal, room } = run;
  const { name: provider, model } = vendor;
  const sized = requests.map((missing) => {
    const { grammar, ...bare } = numbered(missing);
    const request = run.ungrammatical.has(missing.key)
      ? bare
      : { ...bare, ...(grammar && { grammar }) };
    const item = vendor.item(missing.key, request, settings);
    return { missing, item, bytes: Buffer.byteLength(JSON.stringify(item)) };
  });
  let count = underWay;
  const { limits } = vendor;
  const most = { ...limits, requests: Math.min(limits.requests, room.most) };
  for (const chunk of batchChunks(sized, most)) {
    if (room.most < Infinity && count > 0) return;
    signal?.throwIfAborted();
    // The label is random: no result depends on it, and it must differ from every other store's
    // labels.
    const label = randomUUID();
    const keys = chunk.map(({ missing: { key, attempt } }) => [key, attempt] as const);
    const intent = { label, provider, model, settings, leftOut, requests: keys };
    const items = chunk.map(({ item }) => item);
    try {
      const id = await submit(items, intent, run);
      if (id !== undefined) run.say(`${requestsText(chunk.length)} submitted as the batch ${id}`);
      count++;
    } catch (error) {
      if (!(error instanceof ProviderError && error.queueFull)) throw error;
      return goOnSmaller(error, chunk.length, count > 0, run);
    }
  }
}

/** A vendor may have an uploaded file in hand for minutes before a batch can be made of it. */
const SUBMIT_RETRIES = 12;

/**
 * The id of the batch, once noted; `undefined` where its submission was interrupted and its
 * requests go into another batch.
 */
async function submit(
  items: readonly unknown[],
  intent: BatchIntent,
  run: BatchRun,
): Promise<string | undefined> {
  const { vendor, ledger, signal } = run;
  const { label } = intent;
  let isNoted = false;
  // Called only once the batch may exist: a run killed while it uploads a file leaves no batch to
  // look for.
  const note = (): void => {
    if (!isNoted) ledger.intend(intent);
    isNoted = true;
  };
  try {
    const mayPass = ({ retryable, mayBeBilled, queueFull }: ProviderError): boolean =>
      retryable && !mayBeBilled && queueFull !== true;
    const submitting = (): Promise<string> => vendor.submit(items, label, note);
    const id = await retryBatchCall(submitting, run, mayPass, SUBMIT_RETRIES);
    note();
    ledger.submitted(label, id);
    return id;
  } catch (error) {
    if (error instanceof ProviderError && error.mayBeBilled) {
      note();
      return findBatch(label, error.message, run);
    }
    // An error from elsewhere than the vendor does not tell whether the batch was made, unless it
    // ended a pause.
    if (!(error instanceof ProviderError) && error !== signal?.reason) note();
    else if (isNoted) ledger.read(label, []);
    if (!isUnknownPath(error)) throw error;
    throw wrongRequest(
      (write) =>
        `${vendor.title} takes no batches at this address (${error.status}): leave out ${write("batch")}, or check ${write("baseURL")}.`,
      error.status,
    );
  }
}

/**
 * The items in their order, split into as few lists as the limits on number and JSON bytes allow.
 * Each item counts one byte more, for its separator. An item that alone exceeds the limit gets a
 * list of its own, for the vendor to refuse.
 */
export function* batchChunks<T extends { readonly bytes: number }>(
  items: Iterable<T>,
  limits: BatchVendor["limits"],
): Generator<T[]> {
  let chunk: T[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = item.bytes + 1;
    if (chunk.length > 0 && (chunk.length >= limits.requests || bytes + size > limits.bytes)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}
