import { expect, it } from "vitest";
import { ProviderError } from "@promptnce/core/errors";
import { isUnknownPath, throwOfBatch } from "./batch-errors.ts";

const failed = (status: number, mayBeBilled = false) =>
  new ProviderError("no", {
    kind: "server",
    retryable: true,
    status,
    mayBeBilled,
    retryAfterMs: 5,
  });

const thrown = (call: () => never): unknown => {
  try {
    return call();
  } catch (error) {
    return error;
  }
};

it.each([
  [500, true],
  [504, true],
  [503, false],
  [529, false],
  [429, false],
  [400, false],
])("after %i a batch may have been made: %s", (status, mayBeBilled) => {
  const error = thrown(() => throwOfBatch(failed(status)));
  expect(error).toMatchObject({ message: "no", status, mayBeBilled, retryAfterMs: 5 });
});

it("a call that was cut off may have made one, unless it costs nothing", () => {
  expect(thrown(() => throwOfBatch(failed(0, true)))).toMatchObject({ mayBeBilled: true });
  expect(thrown(() => throwOfBatch(failed(0, true), false))).toMatchObject({ mayBeBilled: false });
});

it("an error that is not the vendor's comes through as it is", () => {
  const mistake = new TypeError("mistake");
  expect(thrown(() => throwOfBatch(mistake))).toBe(mistake);
  expect(thrown(() => throwOfBatch(mistake, false))).toBe(mistake);
});

it("a path that a server does not know is told from a server that failed", () => {
  expect([404, 405, 501, 500, 400].map((status) => isUnknownPath(failed(status)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
