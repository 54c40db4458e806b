import { describe, expect, it } from "vitest";
import { rejectedParameter } from "./rejected-parameter.ts";

describe("rejectedParameter", () => {
  it.each([
    ["Anthropic", "temperature: Extra inputs are not permitted", "temperature"],
    ["Anthropic", "`top_k` is deprecated for this model.", "top_k"],
    ["Anthropic", "This model does not support the effort parameter.", "output_config"],
    ["a server", "Unknown parameter: seed", "seed"],
    ["a server", "Unsupported parameter: reasoning.", "reasoning"],
    ["a server", "This model does not support logprobs", "logprobs"],
    ["Gemini", 'Invalid JSON payload received. Unknown name "seed": Cannot find field.', "seed"],
    [
      "Gemini",
      "Invalid JSON payload received. Unknown name \"presencePenalty\" at 'generation_config': Cannot find field.",
      "presence_penalty",
    ],
    ["Bedrock", "extraneous key [topK] is not permitted", "top_k"],
    ["a server", "body.min_p: Extra inputs are not permitted", "min_p"],
    ["a server", "unexpected keyword argument 'repetition_penalty'", "repetition_penalty"],
    ["a server", "property 'frequencyPenalty' is not allowed", "frequency_penalty"],
    ["a server", "generationConfig.topP is not supported by this model", "top_p"],
  ])("finds what %s names in its message %j", (_, message, name) => {
    expect(rejectedParameter({ type: "invalid_request_error" }, message)).toBe(name);
  });

  it("finds one that takes its default alone, in Moonshot's words", () => {
    const message = "invalid temperature: only 1 is allowed for this model";
    expect(rejectedParameter({ type: "invalid_request_error" }, message)).toBe("temperature");
    const ofTwo = "only one of temperature and top_p is allowed";
    expect(rejectedParameter(undefined, ofTwo)).toBeUndefined();
  });

  it("takes the parameter that OpenAI names apart from the message", () => {
    const message =
      "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.";
    expect(rejectedParameter({ param: "temperature", code: "unsupported_value" }, message)).toBe(
      "temperature",
    );
  });

  it("takes the whole of a parameter of which OpenAI names a part", () => {
    const message = "Unsupported parameter: 'reasoning.effort' is not supported with this model.";
    expect(rejectedParameter({ param: "reasoning.effort" }, message)).toBe("reasoning");
  });

  it("leaves a value that is not taken to the user, where the model takes others", () => {
    const message =
      "Unsupported value: 'none' is not supported with this model. Supported values are: 'low' and 'high'.";
    expect(rejectedParameter({ param: "reasoning.effort" }, message)).toBeUndefined();
  });

  it.each([
    ["a value out of range", "temperature: Input should be less than or equal to 1"],
    ["two parameters", "`temperature` and `top_p` are not supported together"],
    ["a limit on the cost", "Unsupported parameter: 'max_tokens' is not supported with this model"],
    ["what was asked for", "system: Extra inputs are not permitted"],
    ["a part of a parameter", "thinking.budget_tokens: Extra inputs are not permitted"],
    ["a longer name", "my_temperature_2: Extra inputs are not permitted"],
    [
      "an effort that goes with other settings only",
      "output_config.effort 'max' is not supported when thinking is disabled on this model. Use effort 'high' or below.",
    ],
    ["nothing", "The request is not supported"],
  ])("leaves %s to the user", (_, message) => {
    expect(rejectedParameter(undefined, message)).toBeUndefined();
  });

  it("does not look past the parameter that is named", () => {
    const message = "Unsupported parameter: 'max_tokens', unlike temperature, is not supported";
    expect(rejectedParameter({ param: "max_tokens" }, message)).toBeUndefined();
  });
});
