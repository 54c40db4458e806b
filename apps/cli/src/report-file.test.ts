import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "./promptnce.test.support.ts";
import { checkReportFile, writeReportFile } from "./report-file.ts";

describe("checkReportFile", () => {
  it("makes no file, and takes one that is there, which it leaves as it is", async () => {
    const folder = newFolder();
    const page = join(folder, "page.html");
    await checkReportFile(page);
    expect(existsSync(page)).toBe(false);
    writeFileSync(page, "mine");
    await checkReportFile(page);
    expect(readFileSync(page, "utf8")).toBe("mine");
  });

  it("refuses standard output, by the name of the option it was given to", async () => {
    await expect(checkReportFile("-")).rejects.toThrow("--report: a page goes to a file; name one, as page.html"); // prettier-ignore
    await expect(checkReportFile("-", "--out")).rejects.toThrow(/^--out: /);
  });

  it.each([
    ["a folder that is not there", "none/page.html", "ENOENT"],
    ["a file in the place of a folder", "file/page.html", "ENOTDIR"],
    ["a folder", "folder", "EISDIR"],
  ])("refuses %s, with why", async (_, name, code) => {
    const folder = newFolder();
    writeFileSync(join(folder, "file"), "");
    mkdirSync(join(folder, "folder"));
    await expect(checkReportFile(join(folder, name))).rejects.toThrow(
      `${join(folder, name)} cannot be written to (${code}): make its folder and allow writing there, or name another file with --report.`,
    );
  });
});

describe("writeReportFile", () => {
  it("writes the page over what was there", async () => {
    const page = join(newFolder(), "page.html");
    writeFileSync(page, "an older and longer page");
    await writeReportFile(page, "<p>");
    expect(readFileSync(page, "utf8")).toBe("<p>");
  });

  it("says where it cannot, and which option names another file", async () => {
    const page = join(newFolder(), "none", "page.html");
    await expect(writeReportFile(page, "<p>", "--out")).rejects.toThrow(/\(ENOENT\): .* name another file with --out\.$/); // prettier-ignore
  });
});
