import { expect, it } from "vitest";
import { unreadableReply } from "./unreadable-reply.ts";

const good = '{"R2D2": 0.7, "PULL: 3": 1e-4, "notes": "simulated"}';

it("leaves keys as they are and no number in a malformed reply", () => {
  const { text, stop } = unreadableReply("malformed", good);
  expect(text).toBe('{"R2D2": ?, "PULL: 3": ?, "notes": "simulated"}');
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(stop).toBe("end");
});

it("cuts a truncated reply and says so", () => {
  expect(unreadableReply("truncated", good)).toEqual({ text: good.slice(0, 26), stop: "length" });
});

it("declines without a number", () => {
  const { text, stop } = unreadableReply("refusal", good);
  expect(text).not.toMatch(/[\d{]/);
  expect(stop).toBe("refusal");
});
