import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { spool } from "./table.ts";

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
  const message = await spool(Readable.from(rows())).then(
    () => "",
    (error: Error) => error.message,
  );
  expect(message).toMatch(
    /^The rows from the input cannot be kept in .+ \(ENOSPC\): free some space, or set TMPDIR/,
  );
  expect(existsSync(/kept in (\S+)/.exec(message)?.[1] ?? "/")).toBe(false);
});

it("is not kept of a run that is closing, nor of a process that is ended", async () => {
  const closing = AbortSignal.abort(new Error("Ctrl-C"));
  await expect(spool(Readable.from(["a"]), closing)).rejects.toThrow("Ctrl-C");
  const program = `
    import { spool } from ${JSON.stringify(join(import.meta.dirname, "table.ts"))};
    import { Readable } from "node:stream";
    const file = await spool(Readable.from(["a"]));
    console.log(file.path);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program]);
  const [path] = (await once(child.stdout, "data")) as [Buffer];
  expect(existsSync(path.toString().trim())).toBe(true);
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([null, "SIGTERM"]);
  expect(existsSync(path.toString().trim())).toBe(false);
});
