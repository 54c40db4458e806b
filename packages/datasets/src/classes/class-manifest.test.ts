import { describe, expect, it } from "vitest";
import { z } from "zod";
import { tableSchema, tablesManifestMembers } from "../files/tables-schema.test.support.ts";
import { classManifest, classNames } from "./class-manifest.ts";

const schema = z.strictObject({
  name: z.enum(classNames),
  ...tablesManifestMembers,
  archive: z.url(),
  tables: z.array(tableSchema(".jsonl")).length(1),
});

describe.each(classNames)("the manifest of %s", (name) => {
  const manifest = classManifest(name);

  it("is valid and says whose programs they are and on what terms", () => {
    expect(schema.parse(manifest).name).toBe(name);
  });

  it("reads the archive of one commit, named in full", () => {
    const { homepage, commit, archive } = manifest;
    const repository = new URL(homepage).pathname;
    expect(archive).toBe(`https://codeload.github.com${repository}/tar.gz/${commit}`);
  });
});

describe("classManifest", () => {
  it("refuses a name that no class has", () => {
    expect(() => classManifest("words" as never)).toThrow(
      'there is no class "words": name one of introclass',
    );
  });
});
