import OpenAI from "openai";

/** The vendor's SDK alone: `count` questions, so many at once, each asked again as the SDK itself does. */
export async function sdk(baseURL: string, count: number, concurrency: number): Promise<void> {
  const client = new OpenAI({ baseURL, apiKey: "none", maxRetries: 50 });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const content = `${next++} ${"x".repeat(800)}`;
      await client.chat.completions.create({ model: "perf", messages: [{ role: "user", content }] });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
