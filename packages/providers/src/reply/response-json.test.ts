import { describe, expect, it } from "vitest";
import { responseJson } from "./response-json.ts";

const whole = { id: "c", choices: [{ message: { content: '{"a": 1}' } }] };
const part = (delta: object, more: object = {}) => ({
  id: "c",
  model: "m",
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
});
const stream = (...events: readonly unknown[]): string =>
  [...events.map((event) => `data: ${JSON.stringify(event)}`), "data: [DONE]", ""].join("\n\n");

const envelope = JSON.stringify({ code: 0, msg: "success", data: whole });

describe("a body is read that is", () => {
  it.each([
    ["JSON", JSON.stringify(whole)],
    ["JSON below comments that keep a connection open", `: PROCESSING\n\n${JSON.stringify(whole)}`],
    ["JSON on several lines below blank ones", `\n \n: wait\n${JSON.stringify(whole, null, 2)}`],
    ["JSON before the end of a stream", `${JSON.stringify(whole)}\n\ndata: [DONE]\n\n`],
    ["JSON in an envelope that speaks of success", envelope],
    [
      "JSON in the result of a gateway",
      JSON.stringify({ result: whole, success: true, errors: [] }),
    ],
    ["JSON in a list of one", JSON.stringify([whole])],
    ["JSON as a text of JSON", JSON.stringify(JSON.stringify(whole))],
    ["one event", stream(whole)],
    ["one event with its name", `event: message\r\n${stream(whole).replaceAll("\n", "\r\n")}`],
  ])("%s", (_, text) => {
    expect(responseJson(text)).toEqual(whole);
  });

  it("a stream that nobody asked for, with its usage", () => {
    const usage = { prompt_tokens: 3, completion_tokens: 4 };
    const text = stream(
      part({ role: "assistant", content: "" }),
      part({ reasoning_content: "Well" }),
      part({ content: '{"a"' }, { logprobs: { content: [{ token: "{" }] } }),
      part({ content: ": 1}" }),
      part({}, { finish_reason: "stop" }),
      { id: "c", choices: [], usage },
    );
    expect(responseJson(text)).toEqual({
      id: "c",
      model: "m",
      choices: [
        {
          message: { content: '{"a": 1}', reasoning_content: "Well", refusal: null },
          finish_reason: "stop",
          logprobs: { content: [{ token: "{" }] },
        },
      ],
      usage,
    });
  });

  it("a stream that ends with an error, which is all it says", () => {
    const error = { message: "overloaded", code: 529 };
    expect(responseJson(stream(part({ content: "{" }), { error }))).toEqual({ error });
  });

  it("JSON with numbers that JSON lacks, but not within texts", () => {
    const text = '{"text": "NaN is \\"NaN\\"", "p": NaN, "q": [-Infinity, 1]}';
    expect(responseJson(text)).toEqual({ text: 'NaN is "NaN"', p: null, q: [null, 1] });
  });
});

it.each(["", "<h1>Bad gateway</h1>", "data: [DONE]", 'data: {"choices": [', ": wait", "no {"])(
  "nothing is read from %j",
  (text) => {
    expect(responseJson(text)).toBeUndefined();
  },
);
