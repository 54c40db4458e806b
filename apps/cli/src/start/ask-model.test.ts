import { describe, expect, it } from "vitest";
import type { FoundModel } from "../models/found-models.ts";
import { askModel } from "./ask-model.ts";

const served: FoundModel = {
  from: "server",
  found: "Ollama on port 11434",
  options: { model: "openai:llama3.2", baseUrl: "http://127.0.0.1:11434/v1" },
};
const keyed: FoundModel = {
  from: "key",
  found: "ANTHROPIC_API_KEY is set",
  options: { model: "anthropic:NAME" },
};
const locked: FoundModel = {
  from: "server",
  found: "a server on port 8000 wants a key",
  options: { model: "openai:NAME", baseUrl: "http://127.0.0.1:8000/v1", keyEnv: "VARIABLE" },
};

/** Prompts in which the choice with this label is taken, and this name typed. */
function answering(label: string, name = "") {
  const shown: string[] = [];
  const prompts = {
    select: ({ options }: { options: { label: string; value: unknown }[] }) => {
      shown.push(...options.map((option) => option.label));
      return Promise.resolve(options.find((option) => option.label === label)?.value);
    },
    text: () => Promise.resolve(name),
    isCancel: (answer: unknown) => typeof answer === "symbol",
  };
  return { shown, prompts: prompts as unknown as NonNullable<Parameters<typeof askModel>[1]> };
}

describe("askModel", () => {
  it("offers what was found, and the simulated respondent last", async () => {
    const { shown, prompts } = answering("nobody yet");
    expect(await askModel([served, keyed], prompts)).toEqual({});
    expect(shown).toEqual(["openai:llama3.2", "anthropic:NAME", "nobody yet"]);
  });

  it("chooses a server's model with its address", async () => {
    const { prompts } = answering("openai:llama3.2");
    const { model, baseUrl } = served.options;
    expect(await askModel([served], prompts)).toEqual({ model: [model], baseUrl });
  });

  it("asks for the name of a vendor's model", async () => {
    const { prompts } = answering("anthropic:NAME", " some-model ");
    expect(await askModel([keyed], prompts)).toEqual({ model: ["anthropic:some-model"] });
  });

  it("asks nothing where nothing was found that a choice is enough for", async () => {
    const { shown, prompts } = answering("");
    expect([await askModel([], prompts), await askModel([locked], prompts)]).toEqual([{}, {}]);
    expect(shown).toEqual([]);
  });
});
