import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  sha256Schema,
  tableSchema,
  tablesManifestMembers,
} from "../files/tables-schema.test.support.ts";
import { originalsOf, recordedManifest, recordedNames } from "./recorded-manifest.ts";

const schema = z.strictObject({
  name: z.enum(recordedNames),
  ...tablesManifestMembers,
  raw: z.url().endsWith("/"),
  bytes: z.int().positive(),
  tables: z.array(tableSchema(".csv")).min(1),
  originals: z.record(
    z.string().regex(/^[\w./-]*\w$/),
    z.record(z.string().regex(/^[\w.= -]+$/), sha256Schema),
  ),
});

describe.each(recordedNames)("the manifest of %s", (name) => {
  const manifest = recordedManifest(name);

  it("is valid and says whose data it is and on what terms", () => {
    expect(schema.parse(manifest).name).toBe(name);
  });

  it("reads its originals at one commit, named in full", () => {
    const { homepage, commit, raw } = manifest;
    const repository = new URL(homepage).pathname;
    expect(raw).toBe(`https://raw.githubusercontent.com${repository}/${commit}/`);
  });
});

describe("recordedManifest", () => {
  it("refuses a name that no replies have", () => {
    expect(() => recordedManifest("words" as never)).toThrow(
      'there are no recorded replies "words": name one of opinionqa, nouns, synthbench',
    );
  });
});

/** The recorded replies, which are never part of this repository. */
const recorded =
  process.env["PROMPTNCE_TEST_RECORDED"] ??
  join(import.meta.dirname, "../../../../../shared/recorded");

describe.skipIf(!existsSync(join(recorded, "sources.csv.gz")))("beside the recorded tables", () => {
  const read = (file: string) => gunzipSync(readFileSync(join(recorded, `${file}.gz`)));
  const sources = () => {
    const text = read("sources.csv").toString().trim();
    return Papa.parse<Record<string, string>>(text, { header: true }).data;
  };

  it.each(recordedNames)("%s reads the same originals in the same order", (name) => {
    const manifest = recordedManifest(name);
    const { homepage, commit, bytes } = manifest;
    const own = sources().filter((source) => homepage.endsWith(`/${source["repository"]}`));
    expect(originalsOf(manifest)).toEqual(
      own.map(({ path, sha256: sum }) => ({ file: path, sha256: sum })),
    );
    expect(new Set(own.map((source) => source["commit"]))).toEqual(new Set([commit]));
    expect(own.reduce((sum, source) => sum + Number(source["bytes"]), 0)).toBe(bytes);
  });

  it.each(recordedNames)("%s makes the same tables, byte for byte", (name) => {
    for (const { file, rows, bytes, sha256: sum } of recordedManifest(name).tables) {
      const table = read(file);
      expect({ file, bytes: table.length, sha256: hash("sha256", table) }).toEqual({
        file,
        bytes,
        sha256: sum,
      });
      expect(Papa.parse(table.toString().trim()).data).toHaveLength(rows + 1);
    }
  });
});
