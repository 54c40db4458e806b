import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { expect, it } from "vitest";
import { exclusiveLock } from "./exclusive-lock.ts";

it("is held by one at a time, and leaves no file behind", () => {
  const folder = newFolder();
  const file = join(folder, "a.lock");
  const release = exclusiveLock(file);
  expect(release).toBeTypeOf("function");
  expect(exclusiveLock(file)).toBeUndefined();
  release?.();
  expect(readdirSync(folder)).toEqual([]);
  const again = exclusiveLock(file);
  expect(again).toBeTypeOf("function");
  again?.();
  expect(existsSync(file)).toBe(false);
});

it("takes the file that a killed process left", () => {
  const file = join(newFolder(), "a.lock");
  writeFileSync(file, "");
  const release = exclusiveLock(file);
  expect(exclusiveLock(file)).toBeUndefined();
  release?.();
  expect(existsSync(file)).toBe(false);
});

it("throws where there is no place for the file", () => {
  expect(() => exclusiveLock(join(newFolder(), "none", "a.lock"))).toThrow(
    "unable to open database file",
  );
});

it("lets no two processes in that take and leave it as fast as they can", async () => {
  const folder = newFolder();
  const [file, count] = [join(folder, "a.lock"), join(folder, "count")];
  writeFileSync(count, "0");
  // Who is in reads, waits and writes: two at a time would lose a count.
  const program = `
    import { readFileSync, writeFileSync } from "node:fs";
    import { exclusiveLock } from ${JSON.stringify(join(import.meta.dirname, "exclusive-lock.ts"))};
    for (let done = 0; done < 100; ) {
      const release = exclusiveLock(${JSON.stringify(file)});
      if (release === undefined) continue;
      const before = Number(readFileSync(${JSON.stringify(count)}, "utf8"));
      writeFileSync(${JSON.stringify(count)}, String(before + 1));
      release();
      done++;
    }`;
  const ends = Array.from({ length: 3 }, async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const status = await new Promise((done) => child.on("close", done));
    return status === 0 ? 0 : said;
  });
  expect(await Promise.all(ends)).toEqual([0, 0, 0]);
  expect(readFileSync(count, "utf8")).toBe("300");
  expect(existsSync(file)).toBe(false);
});
