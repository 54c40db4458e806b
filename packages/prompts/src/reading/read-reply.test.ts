import { expect, onTestFinished, test, vi } from "vitest";
import { readReply } from "./read-reply.ts";

function values(reply: string) {
  const found = readReply(reply, ["p"]);
  return found.ok ? found.values : found.reason;
}

test("the object that fits is read, in prose and code fences", () => {
  expect(values('First {"p": 0.1}, no:\n```json\n{"p": 0.2}\n```\nI hope {that} helps.')).toEqual([
    0.2,
  ]);
  expect(values('{"p": 0.2} where {"note": "no p here"}')).toEqual([0.2]);
  expect(values('{"p": 0.2} in the form {"p": "<number>"}')).toEqual([0.2]);
});

test("an inner object is read where the outer does not fit, and the outer where both do", () => {
  expect(values('{"answer": {"p": 0.2}}')).toEqual([0.2]);
  expect(values('{"p": 0.2, "alternative": {"p": 0.4}}')).toEqual([0.2]);
});

test("an object quoted inside a string is no answer", () => {
  expect(values('{"thought": "perhaps {p: 0.5}", "answer": 0.3}')).toBe(
    'the reply does not fit: it has no number for "p", but for "answer"',
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

test.each([
  '{"p": 0.1} {"p": 0.2}',
  '```json\n{"p": 0.1}\n```\nQuestion 2\n```json\n{"p": 0.2}\n```',
  '{"a": {"p": 0.1}, "b": {"p": 0.2}}',
  'My final answer is {"p": 0.1}. My final answer is {"p": 0.2}',
  'A draft, {"p": 0.1}, and an initial guess, {"p": 0.2}',
])("two answers that differ are none: %s", (reply) => {
  expect(values(reply)).toBe(
    String.raw`the reply has two answers that differ: "{\"p\": 0.1}" and "{\"p\": 0.2}"`,
  );
});

test.each([
  '{"p": 0.2} again: {"p": 0.20}',
  'At first {"p": 0.1}, but the corrected one is {"p": 0.2}.',
  '{"p": 0.1}\nWait, that does not sum to one.\n{"p": 0.2}',
  'Final answer: {"p": 0.2}. A uniform respondent would say {"p": 0.5}.',
  'The format, as in {"p": 0.5}, gives {"p": 0.2}',
  '<think>Perhaps {"p": 0.5}, or {"p": 0.4}.</think>{"p": 0.2}',
  '{"draft": {"p": 0.5}, "final": {"p": 0.2}}',
])("of two answers the one is read that the reply plainly means: %s", (reply) => {
  expect(values(reply)).toEqual([0.2]);
});

test("a reply that cannot be read has a reason", () => {
  expect(values("")).toBe("the reply has no JSON object");
  expect(values("I cannot say.")).toBe("the reply has no JSON object");
  expect(values('{"p": 0.1')).toBe("the reply ends within an object");
  expect(values("{a, b}")).toBe("the reply does not fit: its JSON is beyond repair");
  expect(values('{"q": 0.1}')).toBe(
    'the reply does not fit: it has no number for "p", but for "q"',
  );
  expect(values('{"p": 0.}')).toBe(
    "the reply does not fit: its JSON has a number that is not whole",
  );
});

test("without an object that fits, the reason is that of the last", () => {
  expect(values('{"p": "high"} {"q": 1}')).toBe(
    'the reply does not fit: it has no number for "p", but for "q"',
  );
});

test("a reply that ends in the middle is read where all that is needed of it is whole, which is said", () => {
  const found = readReply('{"p": 0.25, "notes": "The people of the study would, in the mid', ["p"]);
  expect(found).toMatchObject({ ok: true, values: [0.25], cut: true });
  expect(found.ok && found.notes).toEqual([
    "the reply ends in the middle, behind all that is needed",
  ]);
  expect(readReply('{"p": 0.25, "q": 0.5\n', ["p", "q"])).toMatchObject({
    values: [0.25, 0.5],
    cut: true,
  });
  expect(readReply("{'p': 0.25, 'notes': 'on, and on", ["p"])).toMatchObject({
    values: [0.25],
    cut: true,
  });
  expect(readReply('{"p": 0.25}', ["p"])).not.toHaveProperty("cut");
});

test("a number that may be cut is not whole, and no draft of the answer is read in its place", () => {
  const cut = "the reply ends within an object";
  for (const reply of [
    '{"p": 0.1',
    '{"p": 1',
    '{"p": 0.1, "q": 0.2',
    '{"p": 0.5} or {"p": 0.',
    '{"x": {"p": 0.5}, "p": 1',
  ]) {
    const found = readReply(reply, ["p", "q"].slice(0, reply.includes("q") ? 2 : 1));
    expect(found).toEqual({ ok: false, reason: cut });
  }
});

test("a reply of more than a million characters is not read", () => {
  const long = (length: number): string => `{"p": 0.5, "n": "${"x".repeat(length - 19)}"}`;
  expect(readReply(long(1_000_000), ["p"])).toMatchObject({ ok: true, values: [0.5] });
  expect(readReply(long(1_000_001), ["p"])).toEqual({
    ok: false,
    reason: "the reply has more than the 1,000,000 characters that are read",
  });
});

test("objects are read from the last, a million characters of them at most", () => {
  const parsed = vi.spyOn(JSON, "parse");
  onTestFinished(() => parsed.mockRestore());
  const read = (): number => parsed.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  expect(readReply('{"p": [1]} {"p": 0.5, "n": []}', ["p"])).toMatchObject({ values: [0.5] });
  expect(read()).toBe('{"p": [1]}{"p": 0.5, "n": []}'.length);
  const nested = `${'{"a": '.repeat(90)}{"n": "${"x".repeat(100_000)}"}${"}".repeat(90)}`;
  expect(values(nested)).toBe('the reply does not fit: it has no number for "p"');
  expect(read()).toBeLessThan(1_100_000);
});
