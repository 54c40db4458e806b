import { describe, expect, it } from "vitest";
import { z } from "zod";
import { classManifest, classNames } from "./class-manifest.ts";

const schema = z.strictObject({
  name: z.enum(classNames),
  title: z.string(),
  homepage: z.url(),
  licence: z.string().min(1),
  citation: z.string().min(1),
  note: z.string(),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  archive: z.url(),
  tables: z
    .array(
      z.strictObject({
        file: z.string().endsWith(".jsonl"),
        rows: z.int().positive(),
        bytes: z.int().positive(),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .length(1),
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
