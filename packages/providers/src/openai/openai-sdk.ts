import { optionalPackage } from "../call/optional-package.ts";

/** OpenAI's SDK, installed by those who ask OpenAI or a server that speaks as it does. */
export const openaiSdk: () => typeof import("openai") = await optionalPackage(
  "openai@7",
  "asks OpenAI and servers that speak as it does",
  () => import("openai"),
);
