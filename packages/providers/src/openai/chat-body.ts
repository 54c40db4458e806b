import type { Provider, Request } from "@promptnce/core";
import type OpenAI from "openai";
import { strictFormat } from "../reply/held-to-schema.ts";

/** The body of `POST /chat/completions`: one user turn, a schema where there is one, nothing else. */
export function chatBody(
  model: string,
  settings: Provider["settings"],
  { prompt, schema }: Request,
): OpenAI.Chat.ChatCompletionCreateParamsNonStreaming {
  const body = { ...settings, model, messages: [{ role: "user" as const, content: prompt }] };
  if (schema === undefined) return body;
  const json_schema = strictFormat(schema);
  return { ...body, response_format: { type: "json_schema" as const, json_schema } };
}
