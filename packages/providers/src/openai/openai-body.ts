import type { Provider, Request } from "@promptnce/core";
import type OpenAI from "openai";
import { strictFormat } from "../reply/held-to-schema.ts";

/** The body of `POST /responses`. */
export function openaiBody(
  model: string,
  settings: Provider["settings"],
  { prompt, schema }: Request,
): OpenAI.Responses.ResponseCreateParamsNonStreaming {
  const body = { ...settings, model, input: prompt };
  if (schema === undefined) return body;
  const { text } = settings as { readonly text?: OpenAI.Responses.ResponseTextConfig };
  const format = { type: "json_schema" as const, ...strictFormat(schema) };
  return { ...body, text: { ...text, format } };
}
