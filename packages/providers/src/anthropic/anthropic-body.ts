import type Anthropic from "@anthropic-ai/sdk";
import type { Request } from "@promptnce/core";

/** What is sent of the settings: the vendor demands `max_tokens`. */
export type AnthropicParameters = Readonly<Record<string, unknown>> & {
  readonly max_tokens: number;
};

/** The body of `POST /v1/messages`: one user turn, with a schema where there is one, nothing else. */
export function anthropicBody(
  model: string,
  parameters: AnthropicParameters,
  { prompt, schema }: Request,
): Anthropic.MessageCreateParamsNonStreaming {
  const body = { ...parameters, model, messages: [{ role: "user" as const, content: prompt }] };
  if (schema === undefined) return body;
  const { output_config } = parameters as { readonly output_config?: Anthropic.OutputConfig };
  const format = { type: "json_schema" as const, schema: { ...schema } };
  return { ...body, output_config: { ...output_config, format } };
}
