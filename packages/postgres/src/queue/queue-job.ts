import { continuationForm, decisionForm } from "@promptnce/engine/journal";
import { parsedJson } from "@promptnce/core/json";
import { z } from "zod";
import type { Request } from "@promptnce/core";

/**
 * A question that waits for a worker. It names its template as a record does: by the hash of the
 * text, not the text itself.
 */
export interface QueueJob {
  /** The store's key of the request. */
  readonly key: string;
  readonly request: Request;
  /** How many replies the store already has, unreadable or cut off: 0 before the first attempt. */
  readonly attempt: number;
  /** When the store's last reply was kept; a later reply answers the question. */
  readonly after?: string | undefined;
}

/**
 * The stored form of a job: text, since the database's JSON rejects some characters that prompts
 * may contain.
 */
interface StoredJob {
  readonly job: string;
}

/** The version of a job's text. */
const VERSION = 1;

const json = z.record(z.string(), z.unknown());

// Strict, since a member that is not known here may change what is asked.
const request = z.strictObject({
  prompt: z.string(),
  sample: z.int().nonnegative(),
  template: z
    .object({ id: z.string(), version: z.int(), sha256: z.string().exactOptional() })
    .exactOptional(),
  attempt: z.int().positive().exactOptional(),
  schema: json.exactOptional(),
  grammar: json.exactOptional(),
  continuation: continuationForm.exactOptional(),
  options: z.array(z.string()).exactOptional(),
  decision: decisionForm.exactOptional(),
});

const jobs = z.object({
  v: z.literal(VERSION).default(VERSION),
  key: z.string(),
  request,
  attempt: z.int().nonnegative(),
  after: z.iso.datetime().exactOptional(),
});

const stored = z.object({ job: z.string() });

/** A job as it is stored. */
export function storedJob(job: QueueJob): StoredJob {
  return { job: JSON.stringify({ v: VERSION, ...job }) };
}

/** The job in a row of the queue, or the reason why it cannot be read. */
export function readJob(data: unknown): QueueJob | { readonly reason: string } {
  const row = stored.safeParse(data);
  const text = row.success ? parsedJson(row.data.job) : undefined;
  if (text === undefined) return { reason: "is not JSON" };
  const found = jobs.safeParse(text);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  return { reason: `is no question (${issue?.path.join(".")}: ${issue?.message})` };
}
