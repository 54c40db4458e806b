/** The lines of a UTF-8 text that arrives in parts, without their ends; a last one needs none. */
export async function* textLines(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const utf8 = new TextDecoder();
  let rest = "";
  for await (const part of parts) {
    const lines = (rest + utf8.decode(part, { stream: true })).split("\n");
    rest = lines.pop() as string;
    yield* lines;
  }
  rest += utf8.decode();
  if (rest !== "") yield rest;
}
