import { optionalPackage } from "../call/optional-package.ts";

/** OpenAI's SDK, which users of OpenAI or a compatible server install. */
export const openaiSdk: () => typeof import("openai") = await optionalPackage(
  "openai@7",
  "asks OpenAI and servers that speak as it does",
  () => import("openai"),
);
