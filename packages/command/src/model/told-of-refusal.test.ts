import type { Provider } from "@promptnce/core";
import { describe, expect, it, vi } from "vitest";
import { toldOfRefusal } from "./told-of-refusal.ts";

const request = { prompt: "a", sample: 0 };

function failing(message: string): Provider {
  return {
    name: "openai",
    model: "any",
    settings: {},
    complete: () => Promise.reject(new Error(message)),
  };
}

describe("a provider that tells of a refused connection", () => {
  it("says so once, at the first request, and still fails", async () => {
    const lines: string[] = [];
    const message = "The server could not be reached (ECONNREFUSED).";
    const told = toldOfRefusal((line) => lines.push(line), "http://x/v1")(failing(message));
    await expect(told.complete(request)).rejects.toThrow(message);
    await expect(told.complete(request)).rejects.toThrow(message);
    expect(lines).toEqual([expect.stringContaining("No server answers at http://x/v1")]);
  });

  it("says of a server that answered before that it has stopped", async () => {
    const lines: string[] = [];
    const complete = vi
      .fn<Provider["complete"]>()
      .mockResolvedValueOnce({ text: "a", stop: "end" })
      .mockRejectedValueOnce(new Error("could not be reached (ECONNREFUSED)"));
    const told = toldOfRefusal(
      (line) => lines.push(line),
      "http://x",
    )({ ...failing(""), complete });
    await told.complete(request);
    await expect(told.complete(request)).rejects.toThrow("ECONNREFUSED");
    expect(lines).toEqual([expect.stringContaining("http://x has stopped answering")]);
  });

  it("says nothing of other failures", async () => {
    const lines: string[] = [];
    const told = toldOfRefusal((line) => lines.push(line))(failing("HTTP status 500"));
    await expect(told.complete(request)).rejects.toThrow("500");
    expect(lines).toEqual([]);
  });
});
