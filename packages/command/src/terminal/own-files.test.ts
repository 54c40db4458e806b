import { existsSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { checkOwnFiles, checkReportFile } from "./own-files.ts";
import { newFolder } from "@promptnce/testing/new-folder";

describe("checkOwnFiles", () => {
  it("refuses to write what is read, however it is spelled or linked", () => {
    const folder = newFolder();
    const rows = join(folder, "rows.csv");
    writeFileSync(rows, "mine");
    symlinkSync(rows, join(folder, "link.csv"));
    linkSync(rows, join(folder, "hard.csv"));
    const spelled = [rows, relative(process.cwd(), rows), `${folder}/./rows.csv`];
    for (const path of [...spelled, join(folder, "link.csv"), join(folder, "hard.csv")]) {
      const check = (): void =>
        checkOwnFiles(
          [{ path, option: "--out", is: "where the results go" }],
          [{ path: rows, is: "the file the rows come from" }],
        );
      expect(check).toThrow(`--out: ${path} is the file the rows come from; name another`);
    }
  });

  it("refuses one place for two files that are not there yet, also through a link to its folder", () => {
    const folder = newFolder();
    mkdirSync(join(folder, "real"));
    symlinkSync(join(folder, "real"), join(folder, "link"));
    const out = {
      path: join(folder, "real", "new", "a"),
      option: "--out",
      is: "where the results go",
    };
    const store = { path: join(folder, "link", "new", "a"), option: "--store", is: "the store" };
    expect(() => checkOwnFiles([out, store])).toThrow(
      `--store: ${store.path} is where the results go; name another`,
    );
  });

  it("takes files of their own, standard input and output, and what is no regular file twice", () => {
    const folder = newFolder();
    const out = { option: "--out", is: "where the results go" };
    const report = { option: "--report", is: "the page" };
    const rows = { path: join(folder, "rows.csv"), is: "the rows" };
    const pairs = [
      ["a", "b"],
      ["-", "-"],
      ["/dev/null", "/dev/null"],
      [undefined, undefined],
    ];
    for (const [a, b] of pairs) {
      const check = (): void =>
        checkOwnFiles(
          [
            { ...out, path: a },
            { ...report, path: b },
          ],
          [rows, { path: "-", is: "" }],
        );
      expect(check).not.toThrow();
    }
  });
});

describe("checkReportFile", () => {
  it("makes no file, also where its folder is missing", () => {
    const folder = newFolder();
    checkReportFile(join(folder, "new", "page.html"));
    expect(existsSync(join(folder, "new"))).toBe(false);
  });

  it("refuses standard output, by the name of the option it was given to", () => {
    expect(() => checkReportFile("-")).toThrow(
      "--report: a page goes to a file; name one, such as page.html",
    );
    expect(() => checkReportFile("-", "out")).toThrow(/^--out: /);
  });

  it("refuses a place that is none, and says which option names another", () => {
    const folder = newFolder();
    expect(() => checkReportFile(folder)).toThrow(
      `${folder} cannot be written to (EISDIR): allow writing there, or name another place with \`report\`.`,
    );
  });
});
