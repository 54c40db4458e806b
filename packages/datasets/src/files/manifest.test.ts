import { describe, expect, it } from "vitest";
import { z } from "zod";
import { datasetNames, manifest, type Manifest } from "./manifest.ts";

const fileEntry = z
  .strictObject({
    file: z.string().regex(/^[\w.-]+$/, "must be a plain file name"),
    url: z.exactOptional(z.url()),
    bytes: z.exactOptional(z.int().positive()),
    sha256: z.exactOptional(z.string().regex(/^[0-9a-f]{64}$/)),
    gitBlob: z.exactOptional(z.string().regex(/^[0-9a-f]{40}$/)),
  })
  .refine(({ sha256, gitBlob }) => sha256 !== undefined || gitBlob !== undefined, {
    message: "needs sha256 or gitBlob",
  });

const edition = z.strictObject({
  name: z.string(),
  about: z.string(),
  files: z.array(fileEntry).min(1),
});

const schema: z.ZodType<Manifest> = z.strictObject({
  name: z.enum(datasetNames),
  title: z.string(),
  homepage: z.url(),
  licence: z.string(),
  citation: z.string(),
  note: z.string(),
  obtain: z.exactOptional(z.string()),
  editions: z.tuple([edition], edition),
});

describe.each(datasetNames)("the manifest of %s", (name) => {
  it("is valid and says whose data it is and on what terms", () => {
    const about = schema.parse(manifest(name));
    expect(about.name).toBe(name);
    for (const text of [about.title, about.licence, about.citation]) {
      expect(text).not.toBe("");
    }
  });

  it("says how to get each official file: by its URL, or by hand", () => {
    const { editions, obtain } = manifest(name);
    const without = editions[0].files.filter(({ url }) => url === undefined);
    expect(without.length === 0 || obtain !== undefined).toBe(true);
    for (const { url, file } of editions[0].files) {
      expect(url ?? file).toMatch(`${file}`);
    }
  });
});

it.each(["nope", "__proto__"])(
  "a dataset called %s is refused with the names that there are",
  (name) => {
    expect(() => manifest(name as never)).toThrow(
      `there is no dataset "${name}": name one of words, chaosnli, goemotions`,
    );
  },
);
