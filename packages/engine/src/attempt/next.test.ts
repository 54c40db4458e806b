import type { Reply } from "@promptnce/core";
import { describe, expect, it } from "vitest";
import { attemptsAt, next } from "./next.ts";

const read = ({ text }: Reply) =>
  text === "valid" ? ({ ok: true, answer: 1 } as const) : ({ ok: false, reason: "no" } as const);
const attempts = { ...attemptsAt({}), read };
const said = (text: string, stop: Reply["stop"] = "end"): Reply => ({ text, stop });
const failed: Reply = { ...said("", "failed"), failure: { kind: "request", message: "no" } };

describe("what happens next to a request", () => {
  it("is its first attempt where nothing is stored", () => {
    expect(next(undefined, attempts)).toEqual({ is: "asked", attempt: 0 });
    expect(next(undefined, { ...attempts, most: 0 })).toEqual({ is: "asked", attempt: 0 });
  });

  it("is nothing after a valid reply, nor where nobody reads it", () => {
    expect(next({ reply: said("valid") }, attempts)).toEqual({ is: "answered" });
    expect(next({ reply: said("invalid") }, attemptsAt({}))).toEqual({ is: "answered" });
  });

  it("is another attempt after an invalid reply, until three have come", () => {
    const invalid = said("invalid");
    expect(next({ reply: invalid }, attempts)).toEqual({ is: "asked", attempt: 1 });
    expect(next({ reply: invalid, attempt: 1 }, attempts)).toEqual({ is: "asked", attempt: 2 });
    expect(next({ reply: invalid, attempt: 2 }, attempts)).toEqual({ is: "answered" });
  });

  it("is nothing after a refusal, after a reply cut at the limit, or where replies never differ", () => {
    for (const stop of ["refusal", "length"] as const)
      expect(next({ reply: said("invalid", stop) }, attempts)).toEqual({ is: "answered" });
    const once = { ...attemptsAt({ deterministic: true }), read };
    expect(next({ reply: said("invalid") }, once)).toEqual({ is: "answered" });
  });

  it("is one more attempt after a reply that was cut off, which was bought, and then the failure", () => {
    const cut: Reply = { ...said("", "failed"), failure: { kind: "cut", message: "no" } };
    expect(next({ reply: cut }, attempts)).toEqual({ is: "asked", attempt: 1 });
    expect(next({ reply: cut, attempt: 1 }, attempts)).toEqual({ is: "failed" });
    expect(next({ reply: cut }, { ...attempts, most: 0 })).toEqual({ is: "failed" });
  });

  it("is the failure, or the same attempt once more where failed requests are retried", () => {
    const last = { reply: failed, attempt: 1 };
    expect(next(last, attempts)).toEqual({ is: "failed" });
    expect(next(last, { ...attempts, retryFailed: true })).toEqual({ is: "asked", attempt: 1 });
  });
});
