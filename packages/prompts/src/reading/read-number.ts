import type { Reading } from "@promptnce/core";
import type { z } from "zod";
import { quote } from "../slots/quote.ts";
import { readReply } from "./reply.ts";

/** The one number that a reply gives under `key`, if `range` allows it. Other keys are ignored. */
export function readNumber(reply: string, key: string, range: z.ZodNumber): Reading<number> {
  const found = readReply(reply, [key]);
  if (!found.ok) return found;
  const checked = range.safeParse(found.values[0]);
  if (checked.success) return { ok: true, answer: checked.data, notes: found.notes };
  const problem = checked.error.issues.map((issue) => issue.message).join(", ");
  return { ok: false, reason: `${quote(key)}, given as ${found.values[0]}, ${problem}` };
}
