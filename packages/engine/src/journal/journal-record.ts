import type { Continuation, Decision } from "@promptnce/core";
import { sha256 } from "@promptnce/providers/contract";
import { z } from "zod";
import { requestKey } from "../store/request-key.ts";
import type { StoreEntry } from "../store/store.ts";
import type { LineKind } from "./json-lines.ts";

/** One reply as received, valid or not: a journal keeps replies, not the answers read from them. */
export interface JournalRecord extends StoreEntry {
  /** The version of this shape. */
  readonly v: 2;
  readonly kind: "reply";
  /** The time of writing, ISO 8601 in UTC. For people: no result depends on it. */
  readonly at: string;
}

/** An entry to keep. */
export interface EntryToKeep extends StoreEntry {
  /**
   * The time at which a copied record was written, ISO 8601 in UTC; for any other entry absent,
   * since it is the time of writing.
   */
  readonly at?: string;
}

/** A note that a call is being sent, or has ended without being charged. */
export interface SendingNote {
  /** The version of this shape. */
  readonly v: 2;
  readonly kind: "sending";
  /** The key of the request. */
  readonly key: string;
  readonly provider: string;
  readonly model: string;
  /** The wording of the prompt, with the SHA-256 of its text where it has one. */
  readonly template?: StoreEntry["template"];
  /** The time of writing, ISO 8601 in UTC. */
  readonly at: string;
  /** True if the call is being sent, false if it has ended without being charged. */
  readonly sending: boolean;
}

/** The content of a journal's line. */
export type JournalLine = JournalRecord | SendingNote;

/** Strict, since an unknown member may change what is asked. */
export const continuationForm: z.ZodType<Continuation> = z.strictObject({
  text: z.string(),
  template: z.enum(["chat", "plain"]),
  system: z.string().exactOptional(),
  span: z.enum(["assistant-turn", "content"]),
});

/** Strict for the same reason. */
export const decisionForm: z.ZodType<Decision> = z.strictObject({
  instructions: z.string(),
  options: z.array(z.strictObject({ id: z.string(), description: z.string() })).exactOptional(),
});

const tokens = z.number().nonnegative();
// A line begins with its version and its kind, by which a file is known to be a journal.
const begin = { v: z.literal(2) };
const common = {
  key: z.string().regex(/^[0-9a-f]{64}$/),
  provider: z.string(),
  model: z.string(),
  template: z
    .object({ id: z.string(), version: z.int(), sha256: z.string().exactOptional() })
    .exactOptional(),
  at: z.iso.datetime(),
};

const record = z.object({
  ...begin,
  kind: z.literal("reply"),
  ...common,
  settings: z.record(z.string(), z.unknown()),
  sample: z.int().nonnegative(),
  attempt: z.int().positive().exactOptional(),
  prompt: z.string(),
  leftOut: z.record(z.string(), z.unknown()).exactOptional(),
  schema: z.record(z.string(), z.unknown()).exactOptional(),
  limit: z.int().positive().exactOptional(),
  continuation: continuationForm.exactOptional(),
  options: z.array(z.string()).exactOptional(),
  decision: decisionForm.exactOptional(),
  charge: z.boolean().exactOptional(),
  reply: z.object({
    text: z.string(),
    stop: z.enum(["end", "length", "refusal", "other", "failed"]),
    failure: z
      .object({ kind: z.string(), status: z.number().exactOptional(), message: z.string() })
      .exactOptional(),
    usage: z
      .object({
        inputTokens: tokens,
        outputTokens: tokens,
        cachedTokens: tokens.exactOptional(),
        cacheWriteTokens: tokens.exactOptional(),
        cacheWriteHourTokens: tokens.exactOptional(),
        statedUsd: tokens.exactOptional(),
        reasoningTokens: tokens.exactOptional(),
      })
      .exactOptional(),
    id: z.string().exactOptional(),
    served: z
      .object({ model: z.string().exactOptional(), tier: z.string().exactOptional() })
      .exactOptional(),
    batch: z.boolean().exactOptional(),
    unconstrained: z.boolean().exactOptional(),
  }),
});

const note = z.object({
  ...begin,
  kind: z.literal("sending"),
  ...common,
  sending: z.boolean(),
});

const schema = z.discriminatedUnion("kind", [record, note]);

/** The end of a line: the first 64 bits of the SHA-256 of the text before it. */
const SEAL = /,"sum":"([0-9a-f]{16})"\}$/;

/**
 * A line's text, with a checksum that detects any bit flipped later.
 *
 * @example
 * const [record] = readJournal("replies.jsonl");
 * parseLine(journalText(record), journalLine).value.model; // → "gpt-4o-mini"
 */
export function journalText(line: JournalLine): string {
  const open = JSON.stringify(line).slice(0, -1);
  return `${open},"sum":"${sumOf(open)}"}`;
}

function sumOf(text: string): string {
  return sha256(text).slice(0, 16);
}

/** A journal line, checked against its checksum. */
export const journalLine: LineKind<JournalLine> = {
  schema,
  title: "a journal record",
  version: 2,
  sealed(json, text) {
    const [end = "", sum] = SEAL.exec(text) ?? [];
    if (sum !== sumOf(text.slice(0, -end.length))) return undefined;
    const line = json as JournalLine & { sum?: string };
    if (line.v !== 2 || !["reply", "sending"].includes(line.kind)) return undefined;
    delete line.sum;
    return line;
  },
  unsealed: (text) =>
    SEAL.test(text) ? "does not have its checksum: it was changed" : "has no checksum at its end",
};

/**
 * {@link journalLine} with its key also checked against its request: done once, when a journal is
 * opened.
 */
export const keyedLine: LineKind<JournalLine> = {
  ...journalLine,
  wrong(line) {
    // A call that was under way when its run was killed has only a key, and so does a reply that is
    // shared without its prompt.
    if (line.kind === "sending" || line.prompt === "") return undefined;
    const text = JSON.stringify(line.settings);
    if (text !== last?.text) last = { text, settings: line.settings };
    const key = requestKey({ ...line, settings: last.settings });
    return key === line.key ? undefined : "has a key that is not its request's";
  },
};

/**
 * The settings of the previous line as one object, since `requestKey` reuses its work for the same
 * object.
 */
let last: { readonly text: string; readonly settings: JournalRecord["settings"] } | undefined;
