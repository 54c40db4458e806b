import OpenAI from "openai";

/** The vendor's SDK alone: `count` questions, so many at once, each asked again as often as the SDK itself will. */
export async function sdk(baseURL: string, count: number, concurrency: number): Promise<number> {
  const client = new OpenAI({ baseURL, apiKey: "none", maxRetries: 50 });
  let next = 0;
  let read = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const content = `${next++} ${"x".repeat(800)}`;
      await client.chat.completions.create({ model: "perf", messages: [{ role: "user", content }] });
      read++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return read;
}
