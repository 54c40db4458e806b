import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Llama, LlamaModel } from "node-llama-cpp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderChat } from "../scoring/chat-template.ts";
import { chatSpan } from "../scoring/scored-reply.ts";
import type { Turn } from "../scoring/token-server.ts";
import { llamaLibrary } from "./llama-file.ts";
import { llamaTokens } from "./llama-scoring.ts";

const TEMPLATES = resolve(import.meta.dirname, "../testing/chat-templates");

/** The instruction-tuned model, for its vocabulary. */
const INSTRUCT = process.env["PROMPTNCE_TEST_INSTRUCT_GGUF"] ?? "";

/** A folder with the vocabularies of llama.cpp's repository (`models/ggml-vocab-*.gguf`). */
const VOCABULARIES = process.env["PROMPTNCE_TEST_VOCABULARIES"] ?? "";

const TINY =
  process.env["PROMPTNCE_TEST_GGUF"] ??
  resolve(import.meta.dirname, "../../../../../shared/models/stories260K-f32.gguf");

const SAID = {
  system: "You answer in a word.",
  prompt: "What follows from\n\nrain?  Say it: 5 < 6",
  text: "Wet streets, naïve ☂️ puddles.",
};

interface Family {
  readonly template: string;
  /** A file of {@link VOCABULARIES}, or a path; Gemma's is not among llama.cpp's. */
  readonly vocabulary?: string;
  readonly bos: string;
  readonly eos: string;
  /** Whether it takes a system turn. */
  readonly system?: false;
  /** What stands right before the answer, and right behind it. */
  readonly around: readonly [before: string, behind: string];
}

const llama3 = {
  vocabulary: "ggml-vocab-llama-bpe.gguf",
  bos: "<|begin_of_text|>",
  eos: "<|eot_id|>",
};
const qwen = { vocabulary: "ggml-vocab-qwen2.gguf", bos: "<|endoftext|>", eos: "<|im_end|>" };
const spm = { vocabulary: "ggml-vocab-llama-spm.gguf", bos: "<s>", eos: "</s>" };
const gemma = { bos: "<bos>", eos: "<eos>" };
const header3 = "<|start_header_id|>assistant<|end_header_id|>\n\n";

const families: readonly Family[] = [
  { template: "llama-2", ...spm, around: [" [/INST] ", " </s>"] },
  { template: "llama-3.1", ...llama3, around: [header3, "<|eot_id|>"] },
  { template: "llama-3.2", ...llama3, around: [header3, "<|eot_id|>"] },
  { template: "mistral-v1", ...spm, around: [" [/INST] ", "</s>"] },
  { template: "qwen-2.5", ...qwen, around: ["<|im_start|>assistant\n", "<|im_end|>\n"] },
  {
    template: "qwen-3",
    ...qwen,
    around: ["<|im_start|>assistant\n<think>\n\n</think>\n\n", "<|im_end|>\n"],
  },
  {
    template: "gemma-2",
    ...gemma,
    system: false,
    around: ["<start_of_turn>model\n", "<end_of_turn>\n"],
  },
  { template: "gemma-3", ...gemma, around: ["<start_of_turn>model\n", "<end_of_turn>\n"] },
  {
    template: "smollm2",
    ...qwen,
    vocabulary: INSTRUCT,
    around: ["<|im_start|>assistant\n", "<|im_end|>\n"],
  },
  {
    template: "phi-3.5",
    vocabulary: "ggml-vocab-phi-3.gguf",
    bos: "<s>",
    eos: "<|endoftext|>",
    around: ["<|assistant|>\n", "<|end|>\n<|endoftext|>"],
  },
  { template: "zephyr", ...spm, around: ["<|assistant|>\n", "</s>\n"] },
];

const sourceOf = (template: string): string =>
  readFileSync(join(TEMPLATES, `${template}.jinja`), "utf8");

const turnsOf = ({ system }: Family) => [
  ...(system === false ? [] : [{ role: "system", content: SAID.system } as const]),
  { role: "user", content: SAID.prompt } as const,
  { role: "assistant", content: SAID.text } as const,
];

describe.each(families)("the chat template of $template", (family) => {
  it("puts the answer where its model has it, and opens no turn behind it", () => {
    const { bos, eos, around } = family;
    const written = renderChat({ source: sourceOf(family.template), bos, eos }, turnsOf(family));
    expect(written.endsWith(around.join(SAID.text))).toBe(true);
    expect(written).toContain(SAID.prompt);
    // No day but the one that is always the same.
    expect(written).not.toContain(String(new Date().getFullYear()));
  });
});

interface Rendering {
  readonly template: string;
  readonly messages: readonly Turn[];
  /** Null where the template refuses the turns. */
  readonly rendered: string | null;
}

/** Made by `render.py`, with Jinja2. */
const renderings = JSON.parse(
  readFileSync(join(TEMPLATES, "renderings.json"), "utf8"),
) as readonly Rendering[];

it.each(renderings)(
  "renders $template as Jinja2 does, $messages.0.role first",
  ({ template, messages, rendered }) => {
    const written = (): string | null => {
      try {
        return renderChat({ source: sourceOf(template), bos: "<s>", eos: "</s>" }, messages);
      } catch {
        return null;
      }
    };
    expect(written()).toBe(rendered);
  },
);

it("is asked on the same day for ever, however a template asks for it", () => {
  const day = (source: string) => renderChat({ source }, []);
  expect(day("{{ date_string }}")).toBe("26 Jul 2024");
  expect(day("{{ strftime_now('%d %b %Y') }}, {{ strftime_now('%Y-%m-%d') }}")).toBe(
    "26 Jul 2024, 2024-07-26",
  );
});

const has =
  existsSync(TINY) &&
  (await import("node-llama-cpp").then(
    () => true,
    () => false,
  ));

describe.skipIf(!has)("an answer in a chat, in process", () => {
  let llama: Llama;
  const models = new Map<string, LlamaModel>();
  const modelOf = async (file: string): Promise<LlamaModel> => {
    const model = models.get(file) ?? (await llama.loadModel({ modelPath: file, vocabOnly: true }));
    models.set(file, model);
    return model;
  };
  beforeAll(async () => {
    llama = await llamaLibrary();
  });
  afterAll(async () => {
    for (const model of models.values()) {
      await model.dispose();
    }
  });

  /** Its ids, against the whole rendering tokenized at once. */
  async function scored(
    file: string,
    family: Family,
    span: "content" | "assistant-turn" = "content",
  ) {
    const model = await modelOf(file);
    const source = sourceOf(family.template);
    const { bosString: bos, eosString: eos } = model.tokens;
    const tokens = llamaTokens({ model, sequence: undefined as never }, source);
    const { system, prompt, text } = SAID;
    const asked = {
      text,
      template: "chat",
      span,
      ...(family.system !== false && { system }),
    } as const;
    const { ids, from } = await chatSpan(tokens, prompt, asked);
    const reference = model.tokenize(renderChat({ source, bos, eos }, turnsOf(family)), true);
    const start = model.tokens.shouldPrependBosToken && reference[0] !== model.tokens.bos ? 1 : 0;
    return {
      model,
      ids,
      from,
      reference,
      start,
      text: model.detokenize(ids.slice(from) as never, true),
    };
  }

  it.each(families)(
    "$template by the tiny SentencePiece vocabulary: the whole's own ids, no space added",
    async (family) => {
      const { ids, from, reference, start, text } = await scored(TINY, family);
      expect(ids.slice(start)).toEqual(reference.slice(0, ids.length - start));
      expect(text.trim()).toBe(SAID.text);
      expect(from).toBeGreaterThan(10);
    },
  );

  const own = families.flatMap((family) => {
    const file = family.vocabulary && resolve(VOCABULARIES, family.vocabulary);
    return file === undefined
      ? []
      : [{ ...family, file, here: file.endsWith(".gguf") && existsSync(file) }];
  });

  it.for(own)(
    "$template by its own vocabulary, where it is at hand",
    async ({ file, here, ...family }, { skip }) => {
      skip(!here, "its vocabulary is not at hand");
      const { ids, start, reference, text } = await scored(file, family);
      expect(ids.slice(start)).toEqual(reference.slice(0, ids.length - start));
      expect(text.trim()).toBe(SAID.text);
      const turn = await scored(file, family, "assistant-turn");
      expect(turn.text.trimEnd()).toBe(`${text}${family.around[1].split("\n")[0]}`.trim());
    },
  );
});
