export { openaiCompatible, type OpenAICompatibleOptions } from "./chat-completions.ts";
export { openai, openaiReply } from "./responses.ts";
