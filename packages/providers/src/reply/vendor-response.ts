import type { z } from "zod";
import { redact } from "../call/redact.ts";
import { at } from "../call/untyped-json.ts";
import { ProviderError } from "../errors/errors.ts";

/**
 * A vendor's response under the few fields that are read of it.
 *
 * @throws ProviderError of {@link unusableResponse}, naming the field: it is of a server that only resembles the vendor.
 */
export function vendorResponse<T>(schema: z.ZodType<T>, response: unknown, title: string): T {
  const parsed = schema.safeParse(response);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "the whole" : issue.path.join(".");
  throw unusableResponse(response, title, `in an unknown shape (${place}: ${issue?.message ?? "unknown"})`);
}

/**
 * The error of a response with status 200 that is no reply, with what came: the server's own sentence where it states an
 * error all the same, a page of a gateway, or JSON that is described. It may be asked again.
 */
export function unusableResponse(response: unknown, title: string, description: string): ProviderError {
  const stated = statedError(response);
  const [how, advice] =
    stated !== undefined
      ? ["with an error, though with status 200", redact(stated, undefined)]
      : typeof response === "string"
        ? ["with something that is not JSON", "try again, and check the base URL where this goes on."]
        : [description, "check the base URL and that the server speaks this interface."];
  // The result of an SDK has headers beside what came.
  const sent = (name: string, value: unknown): unknown => (name === "headers" ? undefined : value);
  const body = typeof response === "string" ? response : JSON.stringify(response, sent);
  const mayBeBilled = stated === undefined;
  return new ProviderError(`${title} answered ${how}: ${advice}`, {
    kind: "response",
    retryable: true,
    mayBeBilled,
    body,
  });
}

/** What a server says in a body of JSON that went wrong, wherever its kind puts it. */
export function statedError(body: unknown): string | undefined {
  const places = [["error", "message"], ["error"], ["message"], ["detail"]];
  return places.map((path) => at(body, ...path)).find((said) => typeof said === "string");
}
