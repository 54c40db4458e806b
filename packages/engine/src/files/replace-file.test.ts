import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { replaceFile } from "./replace-file.ts";
import { newFolder } from "@promptnce/testing/new-folder";

describe("replaceFile", () => {
  it("writes a new file and its folders, and leaves nothing beside it", () => {
    const folder = newFolder();
    replaceFile(join(folder, "a", "b", "c.txt"), "text");
    expect(readFileSync(join(folder, "a", "b", "c.txt"), "utf8")).toBe("text");
    expect(readdirSync(join(folder, "a", "b"))).toEqual(["c.txt"]);
  });

  it("puts the text in the place of an older file, whose mode and links it keeps", () => {
    const folder = newFolder();
    const [file, link] = [join(folder, "real.txt"), join(folder, "link.txt")];
    writeFileSync(file, "an older and longer text");
    chmodSync(file, 0o640);
    symlinkSync(file, link);
    replaceFile(link, "text");
    expect(readFileSync(file, "utf8")).toBe("text");
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  it("writes to a device as it is", () => {
    expect(() => replaceFile("/dev/null", "text")).not.toThrow();
    expect(statSync("/dev/null").isFile()).toBe(false);
  });

  it("refuses a folder in one sentence, and leaves nothing behind", () => {
    const folder = newFolder();
    mkdirSync(join(folder, "there"));
    expect(() => replaceFile(join(folder, "there"), "text", "out")).toThrow(
      `${join(folder, "there")} cannot be written to (EISDIR): allow writing there, or name another place with \`out\`.`,
    );
    expect(readdirSync(folder)).toEqual(["there"]);
  });

  it("leaves the older file whole where the new one is cut off", () => {
    const folder = newFolder();
    const file = join(folder, "page.html");
    writeFileSync(file, "mine");
    const program = `
      import { replaceFile } from ${JSON.stringify(join(import.meta.dirname, "replace-file.ts"))};
      process.on("SIGXFSZ", () => {});
      try {
        replaceFile(${JSON.stringify(file)}, "x".repeat(100_000));
      } catch (error) {
        console.log(error.message);
      }`;
    const command = `ulimit -f 4; exec "$0" --input-type=module -e "$1"`;
    const { stdout } = spawnSync("sh", ["-c", command, process.execPath, program], {
      encoding: "utf8",
    });
    expect(stdout).toContain(`${file} cannot be written to (EFBIG): allow larger files`);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(readdirSync(folder)).toEqual(["page.html"]);
  });
});
