import { z } from "zod";
import type { BatchStatus } from "../batch-contract/batch-vendor.ts";
import { ProviderError } from "../errors/errors.ts";
import { vendorResponse } from "../reply/vendor-response.ts";

/** What is read of a batch of OpenAI's. */
export interface OpenAIBatch {
  readonly id: string;
  readonly status: string;
  readonly output_file_id?: string | null | undefined;
  readonly error_file_id?: string | null | undefined;
  readonly request_counts?: { readonly completed: number; readonly failed: number } | null | undefined;
  readonly errors?: { readonly data?: readonly Fault[] | null | undefined } | null | undefined;
}

interface Fault {
  readonly code?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly line?: number | null | undefined;
}

/** One line of a file of results: of the answers, or of the errors. */
export interface OpenAIResult {
  readonly custom_id: string;
  readonly response?: { readonly status_code: number; readonly body: unknown } | null | undefined;
  readonly error?: { readonly code?: string | null | undefined } | null | undefined;
}

const ENDED = new Set(["completed", "expired", "cancelled", "failed"]);

/** How a batch stands; `failed` where the vendor took none of it. */
export function openaiStatus(found: OpenAIBatch, title: string): BatchStatus {
  const { completed = 0, failed = 0 } = found.request_counts ?? {};
  const status = { ended: ENDED.has(found.status), done: completed + failed };
  if (found.status !== "failed") return status;
  const [first] = found.errors?.data ?? [];
  const line = first?.line ? ` in line ${first.line}` : "";
  const error = new ProviderError(
    `${title} did not take the batch ${found.id} (${first?.code ?? "no code"}${line}): ${first?.message ?? "no reason given"} Nothing of it was asked; run the same command again once that is mended.`,
    { kind: "request", retryable: false },
  );
  return { ...status, failed: error };
}

const batch: z.ZodType<OpenAIBatch> = z.object({
  id: z.string(),
  status: z.string(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  request_counts: z.object({ completed: z.number(), failed: z.number() }).nullish(),
  errors: z
    .object({
      data: z
        .array(
          z.object({
            code: z.string().nullish(),
            message: z.string().nullish(),
            line: z.number().nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});

const resultLine: z.ZodType<OpenAIResult> = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ code: z.string().nullish() }).nullish(),
});

/** @throws ProviderError where a response is no batch. */
export function openaiBatch(response: unknown, title: string): OpenAIBatch {
  return vendorResponse(batch, response, title);
}

/** @throws ProviderError where a line is no result. */
export function openaiResult(text: string, title: string): OpenAIResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  return vendorResponse(resultLine, value, title);
}
