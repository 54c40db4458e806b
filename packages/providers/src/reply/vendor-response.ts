import type { z } from "zod";
import { ProviderError } from "../errors/errors.ts";

/**
 * A vendor's response under the few fields that are read of it.
 *
 * @throws ProviderError of kind `response`, naming the field: a gateway's error page with status
 *   200, or a server that only resembles the vendor. It may be asked again.
 */
export function vendorResponse<T>(schema: z.ZodType<T>, response: unknown, title: string): T {
  const parsed = schema.safeParse(response);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "the whole" : issue.path.join(".");
  throw new ProviderError(
    `${title} answered in an unknown shape (${place}: ${issue?.message ?? "unknown"}): check the base URL and that the server speaks this interface.`,
    { kind: "response", retryable: true, mayBeBilled: true },
  );
}
