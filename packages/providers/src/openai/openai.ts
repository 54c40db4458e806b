export { openaiCompatible, type OpenAICompatibleOptions } from "./chat-completions.ts";
export { openai } from "./responses.ts";
