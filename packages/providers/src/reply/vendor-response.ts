import * as z from "zod/mini";
import { redact } from "../call/redact.ts";
import { at } from "../call/untyped-json.ts";
import { ProviderError } from "../errors/errors.ts";
import { usageOf } from "./lenient-reply.ts";

/**
 * A vendor's response under the few fields that are read of it.
 *
 * @throws ProviderError of {@link unusableResponse}, naming the field: such a server only resembles the vendor.
 */
export function vendorResponse<T>(schema: z.core.$ZodType<T>, response: unknown, title: string): T {
  const parsed = z.safeParse(schema, response, {
    error: (issue) =>
      issue.code === "invalid_type" ? `must be of the type ${issue.expected}` : undefined,
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "the whole" : issue.path.join(".");
  throw unusableResponse(
    response,
    title,
    `in an unknown shape (${place}: ${issue?.message ?? "unknown"})`,
  );
}

/**
 * The error of a response with status 200 that is no reply, with what came: the server's own sentence where it states
 * an error all the same, a page of a gateway, or JSON that is described. It may be asked again.
 */
export function unusableResponse(
  response: unknown,
  title: string,
  description: string,
): ProviderError {
  const stated = statedError(response);
  const page = typeof response === "string";
  const how = page ? "with something that is not JSON" : description;
  const sentence =
    stated === undefined
      ? `${how}: check the base URL and that the server speaks this interface.`
      : `with an error, though with status 200: ${redact(stated, undefined)}`;
  const options = {
    kind: "response",
    retryable: true,
    mayBeBilled: stated === undefined,
    body: page ? response : textOf(response),
  } as const;
  return new ProviderError(`${title} answered ${sentence}`, options);
}

/** What came, as text to be kept; of what is nested so deep that no text can be made of it only that. */
function textOf(response: unknown): string {
  try {
    // The result of an SDK has headers beside what came.
    return JSON.stringify(response, (name, value: unknown) => (name === "headers" ? null : value));
  } catch (error) {
    if (error instanceof RangeError) return "(JSON that is nested too deep to be kept)";
    throw error;
  }
}

/** Why a text ended that its vendor failed to make; the second is DeepSeek's. */
const FAILED: readonly unknown[] = ["error", "insufficient_system_resource"];

/**
 * Checks that an answer with status 200 was made to its end. Gateways put a failure of whom they asked into it, with an
 * `error` of its own or the word for it as the reason why the text ended.
 *
 * @param answer What holds the text, a choice: or an error in its place.
 * @param ended Why the text ended, in the vendor's own word.
 * @throws ProviderError with the vendor's words; the same request may succeed later.
 */
export function checkMade(answer: unknown, ended: unknown, response: unknown, title: string): void {
  const own = at(answer, "error") ?? undefined;
  if (own === undefined && !FAILED.includes(ended)) return;
  const error = own ?? at(response, "error");
  const words = redact(failureWords(error) ?? String(ended), undefined);
  // What was written until then is charged where it was counted.
  const outputTokens = usageOf(at(response, "usage"))?.outputTokens ?? 0;
  throw new ProviderError(`${title} failed while it answered, though with status 200: ${words}`, {
    kind: at(error, "code") === 429 ? "rate-limit" : "server",
    retryable: true,
    mayBeBilled: outputTokens > 0,
    body: textOf(response),
  });
}

/** What an error says, and behind it what the vendor said whom a gateway asked. */
function failureWords(error: unknown): string | undefined {
  const raw = at(error, "metadata", "raw");
  const stated = statedError({ error });
  const words = [stated, typeof raw === "string" ? raw : undefined].filter(Boolean).join(": ");
  return words === "" ? undefined : words.slice(0, 300);
}

/** What a server says in a body of JSON that went wrong, wherever its kind puts it. */
export function statedError(body: unknown): string | undefined {
  const places = [["error", "message"], ["error"], ["message"], ["detail"]];
  return places.map((path) => at(body, ...path)).find((said) => typeof said === "string");
}
