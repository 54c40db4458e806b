import { describe, expect, it } from "vitest";
import { openaiBatch, openaiResult, openaiStatus } from "./openai-batch-shapes.ts";

describe("how a batch of OpenAI's stands", () => {
  it.each([
    ["validating", false],
    ["in_progress", false],
    ["finalizing", false],
    ["cancelling", false],
    ["completed", true],
    ["expired", true],
    ["cancelled", true],
    ["failed", true],
  ])("%s is over: %s", (status, ended) => {
    const found = { id: "b", status, request_counts: { completed: 2, failed: 1 } };
    expect(openaiStatus(openaiBatch(found, "OpenAI"), "OpenAI")).toMatchObject({ ended, done: 3 });
  });

  it("says why the vendor took none of it, with the line", () => {
    const errors = { data: [{ code: "bad_line", message: "No such model.", line: 7 }] };
    const { failed } = openaiStatus(openaiBatch({ id: "b", status: "failed", errors }, "OpenAI"), "OpenAI");
    expect(failed?.message).toBe(
      "OpenAI did not take the batch b (bad_line in line 7): No such model. Nothing of it was asked; run the same command again once that is mended.",
    );
    expect(failed?.retryable).toBe(false);
  });
});

it.each(["no JSON", "{}", '{"custom_id":7}'])("the line %s is no result, and may be read again", (text) => {
  expect(() => openaiResult(text, "OpenAI")).toThrow("OpenAI answered in an unknown shape");
});
