import { expect, it } from "vitest";
import { usableLogprob } from "./token-server.ts";

it("keeps a log-probability as it is, and takes a hair above zero for rounding", () => {
  expect([-0.25, 0, -300, 1e-7].map(usableLogprob)).toEqual([-0.25, 0, -300, 0]);
});

it("takes nothing for a number that is none", () => {
  const none = [-9999, -3.4028234663852886e38, -Infinity, Number.NaN, 0.1, null, undefined];
  expect(none.map(usableLogprob)).toEqual(none.map(() => null));
});
