import type { ClientOptions, OpenAI } from "openai";
import { type OptionalPackage, optionalPackage } from "../installed/optional-package.ts";
import { sdkClient } from "../installed/sdk-client.ts";

/** OpenAI's SDK, which users of OpenAI, or of the batches of a compatible server, install. */
export const openaiSdk: OptionalPackage<typeof import("openai")> = await optionalPackage(
  "openai@7",
  "asks OpenAI, and servers that speak as it does for batches",
  () => import("openai"),
);

/** A client of it for one server. */
export function openaiClient(options: ClientOptions): () => Promise<OpenAI> {
  return sdkClient(async () => (await openaiSdk.load()).OpenAI, options);
}
