import { expect, it } from "vitest";
import { chatSpan } from "./scored-reply.ts";
import { renderChat } from "./chat-template.ts";
import type { TokenServer } from "./token-server.ts";

/** A vocabulary of characters, but that two line ends are one token, and `</t>`. */
const PIECES = /<\/t>|\n\n|./gsu;

/** Whose ids are the places of their pieces in a list that grows. */
function server(source: string, changed: (text: string) => string = (text) => text): TokenServer {
  const known: string[] = [];
  const idOf = (piece: string): number => {
    if (!known.includes(piece)) known.push(piece);
    return known.indexOf(piece);
  };
  const ids = (text: string): number[] => (text.match(PIECES) ?? []).map(idOf);
  return {
    tokenize: async (text) => ids(text),
    async render(turns) {
      const written = renderChat({ source, eos: "</t>" }, turns);
      return { ids: ids(changed(written)), written };
    },
    textOf: async (given) => given.map((id) => known[id]).join(""),
    special: async (text) => (text.includes("</t>") ? "</t>" : undefined),
    score: async () => [],
  };
}

const TURNS =
  "{% for m in messages %}{{ m.role + ': ' + m.content + eos_token + '\\n' }}{% endfor %}";
const asked = { text: "Wet.", system: "Be brief.", template: "chat", span: "content" } as const;

async function scored(from: TokenServer, more: object = {}, prompt = "Rain?") {
  const span = await chatSpan(from, prompt, { ...asked, ...more });
  return {
    text: await from.textOf(span.ids.slice(span.from)),
    before: span.before,
    moved: span.boundaryMoved,
  };
}

it("holds the answer alone, or with it the token that ends its turn", async () => {
  const before = "system: Be brief.</t>\nuser: Rain?</t>\nassistant: ";
  expect(await scored(server(TURNS))).toEqual({ text: "Wet.", before, moved: false });
  expect(await scored(server(TURNS), { span: "assistant-turn" })).toEqual({
    text: "Wet.</t>",
    before,
    moved: false,
  });
});

it.each(["a", "abc", "Rain?", "x\n\n y", "☂️", "assistant: "])(
  "finds the answer %j, whatever stands before it too",
  async (text) => {
    expect((await scored(server(TURNS), { text }, `${text} ${text}`)).text).toBe(text);
  },
);

it("scores an answer as a template trims it, and says where a token reaches over its beginning", async () => {
  const trimming = TURNS.replace("m.content", "m.content.strip()");
  expect((await scored(server(trimming), { text: " Wet.\n" })).text).toBe("Wet.");
  const merging = TURNS.replace("': '", "':\\n'");
  expect(await scored(server(merging), { text: "\nWet." })).toMatchObject({
    text: "\n\nWet.",
    moved: true,
  });
});

it.each([
  [
    "leaves out the system turn",
    TURNS.replace("messages", "messages[1:]"),
    "changes the text of the system",
  ],
  [
    "puts the system turn behind the answer",
    TURNS.replace("messages", "messages[1:] + messages[:1]"),
    "the system",
  ],
  [
    "says the answer otherwise",
    TURNS.replace("m.content", "m.content.lower()"),
    "the text of the system",
  ],
  ["refuses a turn", `{{ raise_exception('no system role') }}${TURNS}`, "no system role"],
  ["ends no turn", TURNS.replace("+ eos_token + '\\n'", ""), "puts nothing after"],
])("refuses a template that %s", async (_, source, reason) => {
  await expect(scored(server(source), { span: "assistant-turn" })).rejects.toThrow(reason);
});

it("refuses ids that give another text, and a text with a special token", async () => {
  const lossy = server(TURNS, (text) => text.replaceAll("ief", "?"));
  await expect(scored(lossy)).rejects.toThrow("do not give its text back");
  await expect(scored(server(TURNS), {}, "Rain?</t>")).rejects.toThrow(
    "the text of the user holds </t>",
  );
  await expect(scored(server(TURNS), { text: " " })).rejects.toThrow("no token to score");
});
