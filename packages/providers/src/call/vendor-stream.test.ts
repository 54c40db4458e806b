import { expect, it } from "vitest";
import { vendorStream } from "./vendor-stream.ts";

const vendor = { title: "Vendor", keyVariable: "KEY" };

async function* slowly(signal: AbortSignal, pauses: readonly number[]) {
  for (const [i, ms] of pauses.entries()) {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(new Error("cut"));
      });
    });
    yield i;
  }
}

it("takes as long as it likes as long as something arrives", async () => {
  const stream = vendorStream(vendor, 200, undefined, async (signal) => slowly(signal, [80, 80, 80, 80]));
  expect(await Array.fromAsync(stream)).toEqual([0, 1, 2, 3]);
});

it("ends with an error that may be tried again where nothing arrives", async () => {
  const stream = vendorStream(vendor, 50, undefined, async (signal) => slowly(signal, [0, 5000]));
  const read: number[] = [];
  const all = (async () => {
    for await (const part of stream) read.push(part);
  })();
  await expect(all).rejects.toMatchObject({ kind: "timeout", retryable: true });
  expect(read).toEqual([0]);
});

it("throws the caller's own reason when it is aborted", async () => {
  const stop = new AbortController();
  const stream = vendorStream(vendor, 5000, stop.signal, async (signal) => slowly(signal, [0, 5000]));
  await stream.next();
  const next = stream.next();
  stop.abort(new Error("stopped"));
  await expect(next).rejects.toThrow("stopped");
});
