import type { Anthropic, ClientOptions } from "@anthropic-ai/sdk";
import { type OptionalPackage, optionalPackage } from "../installed/optional-package.ts";
import { sdkClient } from "../installed/sdk-client.ts";

/** Anthropic's SDK, which users of Anthropic install. */
export const anthropicSdk: OptionalPackage<typeof import("@anthropic-ai/sdk")> =
  await optionalPackage("@anthropic-ai/sdk@1", "asks Anthropic", () => import("@anthropic-ai/sdk"));

/** A client of it for one server. */
export function anthropicClient(options: ClientOptions): () => Promise<Anthropic> {
  return sdkClient(async () => (await anthropicSdk.load()).Anthropic, options);
}
