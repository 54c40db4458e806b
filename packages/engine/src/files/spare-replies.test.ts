import { readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { checkPlace } from "./output-place.ts";
import { partialFile, replaceFile } from "./replace-file.ts";
import { isJournal } from "./spare-replies.ts";

const REPLY = '{"v":2,"kind":"reply","key":""}\n';

function holding(text: string): string {
  const path = join(newFolder(), "page.html");
  writeFileSync(path, text);
  return path;
}

describe.each([
  ["a journal", REPLY],
  ["a journal with CRLF line ends and a byte order mark", `\uFEFF${REPLY}`.replace("\n", "\r\n")],
  ["a journal of a newer version", REPLY.replace('"v":2', '"v":10')],
  ["a journal whose lines another program wrote anew", REPLY.replaceAll(":", ": ")],
  ["a journal whose first line is damaged", `\0\0{oh\n${REPLY}`],
  ["a ledger of batches", '{"v":1,"kind":"intended","label":"a"}\n'],
])("%s", (_, text) => {
  it("is never overwritten, under another name neither", () => {
    const path = holding(text);
    const link = join(dirname(path), "link.html");
    symlinkSync(path, link);
    const sentence = (of: string): string =>
      `${of} holds replies that were paid for and is not overwritten: move it away, or name another file with \`out\`.`;
    for (const given of [path, link]) {
      expect(() => checkPlace(given, "out")).toThrow(sentence(given));
      expect(() => replaceFile(given, "page", "out")).toThrow(sentence(given));
      expect(() => partialFile(given, "out")).toThrow(sentence(given));
    }
    expect(readFileSync(path, "utf8")).toBe(text);
    expect(readdirSync(dirname(path)).toSorted()).toEqual(["link.html", "page.html"]);
  });

  it("is not overwritten as the partial file of another, nor where it came meanwhile", () => {
    const path = holding("an older page");
    const file = partialFile(path);
    writeFileSync(path, text);
    expect(() => file.done()).toThrow(/is not overwritten: move it away, or name another file\.$/);
    const other = join(dirname(path), "other");
    writeFileSync(`${other}.partial`, text);
    expect(() => replaceFile(other, "page")).toThrow(`${other}.partial holds replies`);
    expect(readFileSync(`${other}.partial`, "utf8")).toBe(text);
  });
});

it("knows a journal by its replies, and nothing else as one", () => {
  expect(isJournal(holding(REPLY))).toBe(true);
  expect(isJournal(holding('{"v":1,"kind":"intended","label":"a"}\n'))).toBe(false);
  for (const text of ["", "cue,response\ncat,dog\n", '{"v":2,"cue":"cat"}\n', "<html>"]) {
    const path = holding(text);
    expect(isJournal(path)).toBe(false);
    expect(() => replaceFile(path, "page")).not.toThrow();
  }
});
