import { z } from "zod";
import type { StoreEntry } from "../store/store.ts";

/** One reply as it came, readable or not: a journal keeps replies, not what was read in them. */
export interface JournalRecord extends StoreEntry {
  /** The version of this shape. */
  readonly v: 1;
  /** When it was written, ISO 8601 in UTC. For people: no result depends on it. */
  readonly at: string;
}

const tokens = z.number().nonnegative();

const journalRecord = z.object({
  v: z.literal(1),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  provider: z.string(),
  model: z.string(),
  settings: z.record(z.string(), z.unknown()),
  sample: z.int().nonnegative(),
  attempt: z.int().positive().exactOptional(),
  prompt: z.string(),
  leftOut: z.record(z.string(), z.unknown()).exactOptional(),
  schema: z.record(z.string(), z.unknown()).exactOptional(),
  continuation: z
    .object({
      text: z.string(),
      template: z.enum(["chat", "plain"]),
      system: z.string().exactOptional(),
      span: z.enum(["assistant-turn", "content"]),
    })
    .exactOptional(),
  reply: z.object({
    text: z.string(),
    stop: z.enum(["end", "length", "refusal", "other"]),
    usage: z.object({ inputTokens: tokens, outputTokens: tokens }).exactOptional(),
    id: z.string().exactOptional(),
    batch: z.boolean().exactOptional(),
  }),
  at: z.iso.datetime(),
}) satisfies z.ZodType<JournalRecord>;

/** The record on one line, or why the line is none. */
export function parseRecord(line: string): JournalRecord | { readonly reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { reason: "is not JSON" };
  }
  const parsed = journalRecord.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : `${issue.path.join(".")}: `;
  return { reason: `is not a journal record (${place}${issue?.message ?? "unknown shape"})` };
}
