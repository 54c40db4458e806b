import { describe, expect, it } from "vitest";
import { renderChat } from "./chat-template.ts";
import { chatSpan } from "./scored-reply.ts";
import type { TokenServer } from "./token-server.ts";

const TURNS =
  "{% for m in messages %}{{ m.role + ':\\n' + m.content + eos_token + '\\n' }}{% endfor %}";

/** The id of `</t>`, behind those of the bytes. */
const END = 256;

const bytesOf = (text: string): number[] => [...Buffer.from(text)];

/** The bytes of a text, `</t>` as one token. */
const idsOf = (text: string): number[] =>
  text.split(/(<\/t>)/).flatMap((part) => (part === "</t>" ? [END] : bytesOf(part)));

/** What decoders make of bytes that are no character: one mark for all of them, or one for each. */
type Decoder = (bytes: readonly number[]) => string;

const oneMark: Decoder = (bytes) => new TextDecoder().decode(Uint8Array.from(bytes));

/** As Hugging Face's fallback to bytes: a run with an incomplete character is marks throughout. */
const markEach: Decoder = (bytes) => {
  const text = oneMark(bytes);
  const whole = Buffer.from(text).equals(Buffer.from(bytes));
  return whole ? text : "\uFFFD".repeat(bytes.length);
};

/**
 * A vocabulary of bytes, as the rarer characters are in those of real models; `runs` also in one
 * run with ASCII.
 */
function server(decode: Decoder): TokenServer {
  const textOf = (ids: readonly number[]): string => {
    let text = "";
    let run: number[] = [];
    for (const id of [...ids, undefined]) {
      if (id !== undefined && id < END && (decode === oneMark || id > 127 || id === 10)) {
        run.push(id);
        continue;
      }
      text += decode(run);
      run = [];
      if (id !== undefined) text += id === END ? "</t>" : String.fromCharCode(id);
    }
    return text;
  };
  return {
    tokenize: async (text) => idsOf(text),
    async render(turns) {
      const written = renderChat({ source: TURNS, eos: "</t>" }, turns);
      return { ids: idsOf(written), written };
    },
    textOf: async (ids) => textOf(ids),
    special: async (text) => (text.includes("</t>") ? "</t>" : undefined),
    score: async () => [],
  };
}

const ANSWERS = [
  "I love 愛",
  "愛",
  "日本語",
  "사랑해",
  "ความรัก",
  "🦩",
  "a 🦩🦩",
  "naïve é",
  "愛 is love",
  "\uFFFD",
  "a \uFFFD",
];

describe.each([
  ["one mark for a part of a character", oneMark],
  ["a mark for each byte of a run", markEach],
])("an answer in a vocabulary of bytes, whose decoder gives %s", (_, decode) => {
  it.each(ANSWERS)("has all bytes of %j in its span, and no other", async (text) => {
    for (const prompt of ["Rain?", "愛？"]) {
      const asked = { text, system: "Be brief 愛", template: "chat", span: "content" } as const;
      const { ids, from, boundaryMoved } = await chatSpan(server(decode), prompt, asked);
      expect(ids.slice(from)).toEqual(bytesOf(text));
      expect(boundaryMoved).toBe(false);
    }
  });

  it.each(ANSWERS)("has behind %j the token that ends the turn", async (text) => {
    const asked = { text, template: "chat", span: "assistant-turn" } as const;
    const { ids, from } = await chatSpan(server(decode), "Rain?", asked);
    expect(ids.slice(from)).toEqual([...bytesOf(text), END]);
  });
});
