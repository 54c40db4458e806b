import { z } from "zod";

/** A probability as a reply may give it. Zero is readable: clamping it is the estimators' task. */
export const probability: z.ZodNumber = z
  .number("is not a finite number")
  .min(0, "is below zero")
  .max(1, "is above one");
