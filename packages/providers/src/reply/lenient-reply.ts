import type { Reply, Usage } from "@promptnce/core";
import { z } from "zod";
import { at } from "../call/untyped-json.ts";

/** What a response says beside its text, who answered at which tier included: any of it may be something else. */
type BesideText = Partial<Record<keyof Usage | "id" | "model" | "tier", unknown>>;

/** A reply with all of what came beside its text that can be used: its text was paid for, whatever the rest looks like. */
export function lenientReply(text: string, stop: Reply["stop"], beside: BesideText): Reply {
  const [id, model, tier] = [beside.id, beside.model, beside.tier].map(nameOf);
  const usage = usageOf(beside);
  const served = (model ?? tier) !== undefined && { ...(model && { model }), ...(tier && { tier }) };
  return { text, stop, ...(usage && { usage }), ...(id && { id }), ...(served && { served }) };
}

function nameOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Absent where input or output has no count: half of a sum would pass for the whole of it. */
function usageOf(beside: BesideText): Usage | undefined {
  const [inputTokens, outputTokens] = [tokensOf(beside.inputTokens), tokensOf(beside.outputTokens)];
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const [cachedTokens, reasoningTokens] = [tokensOf(beside.cachedTokens), tokensOf(beside.reasoningTokens)];
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
}

/** A count of tokens, also where it is spelled out in digits; `undefined` where it is none. */
export function tokensOf(value: unknown): number | undefined {
  const count = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === "number" && count >= 0 && count < Infinity ? count : undefined;
}

/** The text of a message, which is a string or a list of parts; what is thought or called is no part of it. */
export const textContent: z.ZodType<string> = z.preprocess((content) => {
  if (!Array.isArray(content)) return content;
  return content.map(textOfPart).join("");
}, z.string());

function textOfPart(part: unknown): string {
  if (typeof part === "string") return part;
  const [type = "text", text] = [at(part, "type"), at(part, "text")];
  return typeof text === "string" && (type === "text" || type === "output_text") ? text : "";
}
