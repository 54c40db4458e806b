import { expect, it } from "vitest";
import { limitHeaders } from "./limit-headers.ts";
import { tokenBucket } from "./token-bucket.ts";

const start = Date.parse("2026-01-02T03:04:05.000Z");

/** A bucket from which so many were taken at the start. */
function used(perSecond: number, taken: number) {
  const bucket = tokenBucket(perSecond, start);
  for (let i = 0; i < taken; i++) bucket.take(start);
  return bucket;
}

it("tells Anthropic's clients what is left and when all is there again", () => {
  expect(limitHeaders("anthropic", used(20, 15), start)).toEqual({
    "anthropic-ratelimit-requests-limit": "20",
    "anthropic-ratelimit-requests-remaining": "5",
    "anthropic-ratelimit-requests-reset": "2026-01-02T03:04:05.750Z",
  });
});

it.each([
  [20, 1, "50ms"],
  [20, 0, "0ms"],
  [1, 1, "1s"],
  [0.5, 1, "2s"],
  [0.01, 1, "1m40s"],
])("tells OpenAI's clients, at %d a second with %d used, to wait %s", (rate, taken, reset) => {
  expect(limitHeaders("openai", used(rate, taken), start)).toMatchObject({
    "x-ratelimit-limit-requests": String(Math.max(1, Math.floor(rate))),
    "x-ratelimit-reset-requests": reset,
  });
});
