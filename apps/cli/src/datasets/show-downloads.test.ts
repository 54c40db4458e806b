import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { showDownloads } from "./show-downloads.ts";

/** A stream that keeps what is written, and may be a terminal. */
function stream(isTTY: boolean) {
  const written = Object.assign(new PassThrough(), { isTTY, columns: 100 });
  const text = () => String(written.read() ?? "");
  return { stream: written as unknown as NodeJS.WriteStream, text };
}

describe("showDownloads", () => {
  it("writes one plain line per file unless there is a terminal", () => {
    const { stream: output, text } = stream(false);
    const display = showDownloads(output);
    display.update({ file: "a", received: 1, total: 1500 });
    display.update({ file: "a", received: 1500, total: 1500 });
    display.update({ file: "b", received: 1 });
    display.stop();
    expect(text()).toBe("fetching a (2 kB)\nfetching b\n");
  });

  it("draws a bar per file on a terminal, and counts if the length is unknown", () => {
    const { stream: output, text } = stream(true);
    const display = showDownloads(output);
    display.update({ file: "a", received: 750_000, total: 1_500_000 });
    display.update({ file: "b", received: 2000 });
    display.update({ file: "b", received: 3000 });
    display.stop();
    display.stop();
    const drawn = text();
    expect(drawn).toMatch(/fetching a .* 750\/1500 kB/);
    expect(drawn).toMatch(/fetching b .* 3\/3 kB/);
  });
});
