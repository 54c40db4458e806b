import type { BatchVendor } from "../batch-contract/batch-vendor.ts";

/** One item of a batch with its size in JSON. */
interface Sized {
  readonly bytes: number;
}

/**
 * The items in their order, in as few lists as the limits allow; a list counts one byte an item for
 * what is between them. An item that is too large alone is a list of its own, for the vendor to
 * refuse.
 */
export function* batchChunks<T extends Sized>(items: Iterable<T>, limits: BatchVendor["limits"]): Generator<T[]> {
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
