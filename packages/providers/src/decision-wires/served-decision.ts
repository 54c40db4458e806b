import type { Decided } from "@promptnce/core";
import * as z from "zod/mini";

/** A request's body of this form. @throws TypeError naming the first part that is wrong. */
export function askedForm<T>(form: z.core.$ZodType<T>, body: unknown): T {
  const parsed = z.safeParse(form, body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") || "the body";
  throw new TypeError(`${place}: ${issue?.message ?? "not valid"}`);
}

/** The id of the most probable option, the first of several. */
export function mostProbable(probabilities: NonNullable<Decided["probabilities"]>): string {
  const most = Math.max(...probabilities.map(({ probability }) => probability));
  return probabilities.find(({ probability }) => probability === most)?.id ?? "";
}
