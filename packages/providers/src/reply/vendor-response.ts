import * as z from "zod/mini";
import { redact } from "../call/redact.ts";
import { at, parsedJson } from "../call/untyped-json.ts";
import type { StatusError } from "../call/vendor-error.ts";
import { ProviderError } from "../errors/errors.ts";
import { usageOf } from "./lenient-reply.ts";

/**
 * A vendor's response, parsed for the few fields that are used.
 *
 * @throws ProviderError from {@link unusableResponse}, naming the field: such a server only
 *   resembles the vendor.
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
 * The error of a response with status 200 that is not a reply. It quotes what was received: the
 * server's own sentence where it states an error, a gateway's page, or a description of the JSON.
 * The request may be retried.
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

/**
 * The response as text to be kept; where it is nested too deeply to be serialized, a note that says
 * so.
 */
function textOf(response: unknown): string {
  try {
    // An SDK's result contains headers as well.
    return JSON.stringify(response, (name, value: unknown) => (name === "headers" ? null : value));
  } catch (error) {
    if (error instanceof RangeError) return "(JSON that is nested too deep to be kept)";
    throw error;
  }
}

/** The words for a text that the vendor failed to complete; the second is DeepSeek's. */
const FAILED: readonly unknown[] = ["error", "insufficient_system_resource"];

/**
 * Checks that an answer with status 200 was generated completely. Gateways report a failure of the
 * vendor behind them inside such an answer, as an `error` or as the reason why the text ended.
 *
 * @param answer The choice that holds the text, or an error in its place.
 * @param ended Why the text ended, in the vendor's own word.
 * @throws ProviderError with the vendor's words; the same request may succeed later.
 */
export function checkMade(answer: unknown, ended: unknown, response: unknown, title: string): void {
  const answerError = at(answer, "error") ?? undefined;
  if (answerError === undefined && !FAILED.includes(ended)) return;
  const error = answerError ?? at(response, "error");
  const words = redact(failureWords(error) ?? String(ended), undefined);
  // The output generated before the failure is charged if it was counted.
  const outputTokens = usageOf(at(response, "usage"))?.outputTokens ?? 0;
  throw new ProviderError(`${title} failed while it answered, though with status 200: ${words}`, {
    kind: at(error, "code") === 429 ? "rate-limit" : "server",
    retryable: true,
    mayBeBilled: outputTokens > 0,
    body: textOf(response),
  });
}

/** The message of an error, followed by that of the vendor behind a gateway. */
function failureWords(error: unknown): string | undefined {
  const raw = at(error, "metadata", "raw");
  const stated = statedError({ error });
  const words = [stated, typeof raw === "string" ? raw : undefined].filter(Boolean).join(": ");
  return words === "" ? undefined : words.slice(0, 300);
}

/** The error message in a server's JSON body, wherever this kind of server puts it. */
export function statedError(body: unknown): string | undefined {
  const places = [["error", "message"], ["error"], ["message"], ["detail"]];
  return places.map((path) => at(body, ...path)).find((message) => typeof message === "string");
}

/**
 * The error of an unsuccessful response, with the server's own words or, where it states none, with
 * its whole body. `vendorError` turns it into a sentence, and removes the key.
 *
 * @param asked What the words are about, to stand before them.
 */
export async function statusErrorOf(response: Response, asked = ""): Promise<StatusError> {
  const { status, headers } = response;
  // The status says enough where the body cannot be read.
  const text = await response.text().catch(() => "");
  const error = parsedJson(text);
  const words = (statedError(error) ?? text) || "no reason given";
  return Object.assign(new Error(asked + words), { status, headers, error });
}
