import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";

describe("redact", () => {
  it("takes out the key that was used, whatever it looks like", () => {
    expect(redact("Not a key: hunter2!", "hunter2!")).toBe("Not a key: [key]");
  });

  it("takes out what looks like a key, masked or whole", () => {
    expect(redact("Incorrect API key provided: sk-proj-abc***xyz.", undefined)).not.toContain(
      "abc",
    );
    expect(redact("got Bearer sk-ant-0123456789", null)).not.toContain("0123");
  });

  it("takes out what begins or ends as the key does, and what is masked", () => {
    const key = "gsk_0123456789abcdefghij";
    for (const shown of ["gsk_01…ghij", "gsk_0123******", "...efghij", "****ghij"]) {
      expect(redact(`Invalid key ${shown}, see the docs`, key)).toBe(
        "Invalid key [key], see the docs",
      );
    }
  });

  it("leaves the user and the password of an address out", () => {
    expect(redact("no answer from https://me:s3c@ret@host:80/v1?x", undefined)).toBe(
      "no answer from https://[key]@host:80/v1?x",
    );
  });

  it("leaves other words alone", () => {
    expect(redact("temperature: Extra inputs are not permitted", undefined)).toBe(
      "temperature: Extra inputs are not permitted",
    );
    expect(redact("The key is missing; ask your key keeper", undefined)).toBe(
      "The key is missing; ask your key keeper",
    );
  });

  it("is one line of bounded length", () => {
    expect(redact(`a\n\n b ${"x".repeat(1000)}`, undefined)).toMatch(/^a b x{296}…$/);
  });
});
