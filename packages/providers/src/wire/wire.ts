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
