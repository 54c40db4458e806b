import { isSimulatedReply } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";
import { expect, it } from "vitest";
import type { FaultKind } from "./fault.ts";
import { servedModel, simulatedReply, withOddUsage } from "./simulated-reply.ts";

const good = '{"R2D2": 0.7, "PULL: 3": 1e-4, "notes": "simulated"}';
const spoiled = (fault?: FaultKind) => simulatedReply(7, "m", { text: good, stop: "end" }, fault);

it("is in the model's name, and known by its id", () => {
  const reply = spoiled();
  expect(reply).toMatchObject({
    model: "m",
    text: good,
    stop: "end",
    usage: { inputTokens: 0, outputTokens: 0 },
  });
  expect(isSimulatedReply(reply)).toBe(true);
  expect(isSimulatedReply({ id: "msg_1" })).toBe(false);
});

it("leaves keys as they are and no number in a malformed reply", () => {
  const { text, stop } = spoiled("malformed");
  expect(text).toBe('{"R2D2": ?, "PULL: 3": ?, "notes": "simulated"}');
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(stop).toBe("end");
});

it("cuts a truncated reply and says so", () => {
  expect(spoiled("truncated")).toMatchObject({ text: good.slice(0, 26), stop: "length" });
});

it("declines without a number", () => {
  const { text, stop } = spoiled("refusal");
  expect(text).not.toMatch(/[\d{]/);
  expect(stop).toBe("refusal");
});

it("comes in two parts that are the whole", () => {
  const { parts, ...reply } = spoiled("parts");
  expect(reply).toEqual(spoiled());
  expect(parts).toHaveLength(2);
  expect(parts?.join("")).toBe(good);
});

it("is a small part of what is paid for where the model thought", () => {
  const usage = { inputTokens: 100, outputTokens: 10 };
  const reply = simulatedReply(7, "m", { text: good, stop: "end", usage }, "thinking");
  expect(reply).toMatchObject({
    text: good,
    usage: { inputTokens: 100, outputTokens: 710, reasoningTokens: 700 },
  });
});

it("comes in the name that was asked, or in any of those served", () => {
  expect(servedModel(undefined, "m", random(1))).toBe("m");
  const names = Array.from({ length: 40 }, (_, i) => servedModel(["m-1", "m-2"], "m", random(i)));
  expect(new Set(names)).toEqual(new Set(["m-1", "m-2"]));
});

it("has a usage that varies and never holds a count", () => {
  const body = { id: "x", usage: { input_tokens: 13, output_tokens: 7 } };
  const odd = Array.from({ length: 100 }, (_, i) => JSON.stringify(withOddUsage(body, random(i))));
  expect(new Set(odd)).toEqual(
    new Set([
      '{"id":"x"}',
      '{"id":"x","usage":null}',
      '{"id":"x","usage":{}}',
      '{"id":"x","usage":{"input_tokens":null,"output_tokens":null}}',
      '{"id":"x","usage":{"input_tokens":"13","output_tokens":"7"}}',
      '{"id":"x","usage":{"input_tokens":-14,"output_tokens":-8}}',
    ]),
  );
});
