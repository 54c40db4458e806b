import { z } from "zod";

interface Common {
  readonly v: 1;
  /** Our name of the batch. */
  readonly label: string;
  /** When it was noted, ISO 8601 in UTC. For people. */
  readonly at: string;
}

/** One line of a ledger of batches. */
export type BatchNote =
  /** A batch is about to be submitted; without a second note nobody knows whether it was. */
  | (Common & {
      readonly kind: "intended";
      readonly provider: string;
      readonly model: string;
      /** As they are sent. */
      readonly settings: Readonly<Record<string, unknown>>;
      /** What was asked for besides, but is not sent. */
      readonly leftOut?: Readonly<Record<string, unknown>>;
      /** The store's key of each request with the number of its attempt, from 0. */
      readonly requests: readonly (readonly [key: string, attempt: number])[];
    })
  /** It was submitted, and this is the vendor's id of it. */
  | (Common & { readonly kind: "submitted"; readonly id: string })
  /** It is over. `left` are the keys whose results are still to be read, by a run that needs them. */
  | (Common & { readonly kind: "read"; readonly left: readonly string[] });

const common = { v: z.literal(1), label: z.string().min(1), at: z.iso.datetime() };
const key = z.string().regex(/^[0-9a-f]{64}$/);
const settings = z.record(z.string(), z.unknown());

const batchNote = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("intended"),
    provider: z.string(),
    model: z.string(),
    settings,
    leftOut: settings.exactOptional(),
    requests: z.array(z.tuple([key, z.int().nonnegative()])),
  }),
  z.object({ ...common, kind: z.literal("submitted"), id: z.string().min(1) }),
  z.object({ ...common, kind: z.literal("read"), left: z.array(key) }),
]) satisfies z.ZodType<BatchNote>;

/** The note on one line, or why the line is none. */
export function parseNote(line: string): BatchNote | { readonly reason: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { reason: "is not JSON" };
  }
  const parsed = batchNote.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return { reason: `is not a note of a batch (${issue?.path.join(".")}: ${issue?.message})` };
}
