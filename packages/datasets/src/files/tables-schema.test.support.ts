import { z } from "zod";

/** What a manifest of tables that are made of a commit must say, whatever it reads. */
export const tablesManifestMembers: Readonly<Record<string, z.ZodType>> = {
  title: z.string(),
  homepage: z.url(),
  licence: z.string().min(1),
  citation: z.string().min(1),
  note: z.string(),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
};

export const sha256Schema: z.ZodString = z.string().regex(/^[0-9a-f]{64}$/);

/** A table of a manifest, in a file whose name ends like this. */
export const tableSchema = (ending: string): z.ZodType =>
  z.strictObject({
    file: z.string().endsWith(ending),
    rows: z.int().positive(),
    bytes: z.int().positive(),
    sha256: sha256Schema,
  });
