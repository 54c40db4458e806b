import { expect, test } from "vitest";
import { readReply } from "./read-reply.ts";

function values(reply: string) {
  const found = readReply(reply, ["p"]);
  return found.ok ? found.values : found.reason;
}

test("the last object that fits is read, in prose and code fences", () => {
  expect(values('First {"p": 0.1}, no:\n```json\n{"p": 0.2}\n```\nI hope {that} helps.')).toEqual([0.2]);
  expect(values('{"p": 0.2} where {"note": "no p here"}')).toEqual([0.2]);
  expect(values('{"p": 0.2} in the form {"p": "<number>"}')).toEqual([0.2]);
});

test("an inner object is read where the outer does not fit, and the outer where both do", () => {
  expect(values('{"answer": {"p": 0.2}}')).toEqual([0.2]);
  expect(values('{"p": 0.2, "alternative": {"p": 0.4}}')).toEqual([0.2]);
});

test("an object quoted inside a string is no answer", () => {
  expect(values('{"thought": "perhaps {p: 0.5}", "answer": 0.3}')).toBe(
    'the reply does not fit: it has no number for "p"',
  );
});

test("the notes say what was repaired before what was matched", () => {
  const found = readReply("{'P': '0.2'}", ["p"]);
  expect(found.ok && found.notes).toEqual([
    "repaired what was nearly JSON",
    'read the key "P" as "p"',
    'read "p" from a string',
  ]);
});

test("a reply that cannot be read has a reason", () => {
  expect(values("")).toBe("the reply has no JSON object");
  expect(values("I cannot say.")).toBe("the reply has no JSON object");
  expect(values('{"p": 0.1')).toBe("the reply is cut off: an object is opened and not closed");
  expect(values("{a, b}")).toBe("the reply does not fit: its JSON is beyond repair");
  expect(values('{"q": 0.1}')).toBe('the reply does not fit: it has no number for "p"');
  expect(values('{"p": 0.}')).toBe("the reply does not fit: its JSON has a number that is not whole");
});

test("without an object that fits, the reason is that of the last", () => {
  expect(values('{"p": "high"} {"q": 1}')).toBe('the reply does not fit: it has no number for "p"');
});
