export { anthropic, type AnthropicOptions } from "./messages.ts";
