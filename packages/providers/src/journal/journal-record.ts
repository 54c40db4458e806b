import { z } from "zod";
import type { StoreEntry } from "../store/store.ts";
import type { LineKind } from "./json-lines.ts";

/** One reply as it came, readable or not: a journal keeps replies, not what was read in them. */
export interface JournalRecord extends StoreEntry {
  /** The version of this shape. */
  readonly v: 1;
  /** When it was written, ISO 8601 in UTC. For people: no result depends on it. */
  readonly at: string;
}

const tokens = z.number().nonnegative();

const schema = z.object({
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
});

export const recordLine: LineKind<JournalRecord> = { schema, title: "a journal record" };
