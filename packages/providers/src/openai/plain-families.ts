/**
 * Families that answer without reasoning unless told to reason. GPT-5.1 and 5.2 have the effort
 * `none` by default; the families that are not OpenAI's are common on self-hosted servers.
 */
export const plainFamilies: RegExp =
  /(^|[/:])(ft:)?(gpt-[34]|chatgpt-|gpt-5\.[12](?!.*(pro|codex))|(meta-)?llama-?[1-4]|mi[sx]tral|gemma-?[1-3]|qwen-?[12](?!\d)|phi-?[1-4])(?!.*(think|reason|r1))/i;
