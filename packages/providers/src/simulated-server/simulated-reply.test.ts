import { expect, it } from "vitest";
import type { FaultKind } from "./fault.ts";
import { isSimulatedReply, simulatedReply } from "./simulated-reply.ts";

const good = '{"R2D2": 0.7, "PULL: 3": 1e-4, "notes": "simulated"}';
const spoiled = (fault?: FaultKind) => simulatedReply(7, "m", { text: good, stop: "end" }, fault);

it("is in the model's name, and known by its id", () => {
  const reply = spoiled();
  expect(reply).toMatchObject({ model: "m", text: good, stop: "end", usage: { inputTokens: 0, outputTokens: 0 } });
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
