import type { Grammar } from "../call/held-to.ts";
import type { VendorOptions } from "../call/vendor-options.ts";

export interface OpenAICompatibleOptions extends VendorOptions {
  readonly baseURL: string;
  /**
   * What the server is called in tables and in the store; `openai-compatible` by default. The address is no part of a
   * request's identity: two servers that give one model name to different weights need two names.
   */
  readonly name?: string;
  /**
   * What the server is told to hold decoding to: each request's own grammar, any JSON, or nothing. `schema` by default,
   * unless the settings have a `response_format` of their own; a server that takes none is asked without.
   */
  readonly grammar?: Grammar | undefined;
}
