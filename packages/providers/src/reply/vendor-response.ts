import * as z from "zod/mini";
import { redact } from "../call/redact.ts";
import { at } from "../call/untyped-json.ts";
import { ProviderError } from "../errors/errors.ts";

/**
 * A vendor's response under the few fields that are read of it.
 *
 * @throws ProviderError of {@link unusableResponse}, naming the field: such a server only resembles the vendor.
 */
export function vendorResponse<T>(schema: z.core.$ZodType<T>, response: unknown, title: string): T {
  const parsed = z.safeParse(schema, response, {
    error: (issue) => (issue.code === "invalid_type" ? `must be of the type ${issue.expected}` : undefined),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "the whole" : issue.path.join(".");
  throw unusableResponse(response, title, `in an unknown shape (${place}: ${issue?.message ?? "unknown"})`);
}

/**
 * The error of a response with status 200 that is no reply, with what came: the server's own sentence where it states
 * an error all the same, a page of a gateway, or JSON that is described. It may be asked again.
 */
export function unusableResponse(response: unknown, title: string, description: string): ProviderError {
  const stated = statedError(response);
  const page = typeof response === "string";
  const how = page ? "with something that is not JSON" : description;
  const sentence =
    stated === undefined
      ? `${how}: check the base URL and that the server speaks this interface.`
      : `with an error, though with status 200: ${redact(stated, undefined)}`;
  // The result of an SDK has headers beside what came.
  const body = page
    ? response
    : JSON.stringify(response, (name, value: unknown) => (name === "headers" ? null : value));
  const options = { kind: "response", retryable: true, mayBeBilled: stated === undefined, body } as const;
  return new ProviderError(`${title} answered ${sentence}`, options);
}

/** What a server says in a body of JSON that went wrong, wherever its kind puts it. */
export function statedError(body: unknown): string | undefined {
  const places = [["error", "message"], ["error"], ["message"], ["detail"]];
  return places.map((path) => at(body, ...path)).find((said) => typeof said === "string");
}
