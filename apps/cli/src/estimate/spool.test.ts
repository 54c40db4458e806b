import { existsSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { spool } from "./spool.ts";

it("keeps what comes in until it is disposed of", async () => {
  let path: string;
  {
    using file = await spool(Readable.from(["a,", "b"]));
    path = file.path;
    expect(readFileSync(path, "utf8")).toBe("a,b");
  }
  expect(existsSync(path)).toBe(false);
});

it("says what to do where there is no room, and leaves nothing behind", async () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  async function* rows(): AsyncGenerator<string> {
    yield "a,";
    throw full;
  }
  const message = await spool(Readable.from(rows())).then(() => "", (error: Error) => error.message);
  expect(message).toMatch(/^The rows that come in cannot be kept in .+ meanwhile \(ENOSPC\): free some space, or set TMPDIR/);
  expect(existsSync(/kept in (\S+)/.exec(message)?.[1] ?? "/")).toBe(false);
}); // prettier-ignore
