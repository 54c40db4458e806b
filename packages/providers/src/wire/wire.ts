import type { Usage } from "@promptnce/core";

/** A reply on its way to a client. */
export interface WireReply {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly stop: "end" | "length" | "refusal";
  readonly usage: Usage;
}

/** How one interface of a vendor's looks from the server's side. */
export interface Wire {
  readonly vendor: "anthropic" | "openai";
  /** The path behind the base URL that the vendor's SDK is given. */
  readonly path: string;
  /** The text of the last turn of a request's body; `undefined` where the body has none. */
  prompt(body: unknown): string | undefined;
  /** The body of a response. */
  reply(reply: WireReply): unknown;
  /** The body of an error. */
  error(type: string, message: string): unknown;
}

/** A member of untyped JSON by its path, or `undefined`. A place of −1 is the last of an array. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner) && key === -1) return inner.at(-1) as unknown;
    return typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined;
  }, value);
}

/** The text of a turn, which is a string or a list of parts with text in some of them. */
export function textOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part) => at(part, "text")).filter((text) => typeof text === "string");
  return texts.length === 0 ? undefined : texts.join("");
}
