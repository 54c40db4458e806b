import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { checkReportFile } from "./report-file.ts";

describe("checkReportFile", () => {
  it("makes no file, also where its folder is missing", () => {
    const folder = newFolder();
    checkReportFile(join(folder, "new", "page.html"));
    expect(existsSync(join(folder, "new"))).toBe(false);
  });

  it("refuses standard output, by the name of the option it was given to", () => {
    expect(() => checkReportFile("-")).toThrow("--report: a page goes to a file; name one, as page.html");
    expect(() => checkReportFile("-", "--out")).toThrow(/^--out: /);
  });

  it("refuses a place that is none, and says which option names another", () => {
    const folder = newFolder();
    expect(() => checkReportFile(folder)).toThrow(
      `${folder} cannot be written to (EISDIR): allow writing there, or name another place with --report.`,
    );
  });
});
