export { anthropic, type AnthropicOptions, anthropicReply } from "./messages.ts";
