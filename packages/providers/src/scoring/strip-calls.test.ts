import { expect, it } from "vitest";
import { renderChat } from "./chat-template.ts";

it.each([
  ["'\\n a\\n'.lstrip('\\n')", " a\n"],
  ["'\\n a\\n'.rstrip('\\n')", "\n a"],
  ["'\\n a\\n'.strip('\\n')", " a"],
  ["'\\n a\\n'.strip()", "a"],
  ["'xyaxy'.strip('yx')", "a"],
  ["'愛🦩a🦩'.strip('🦩愛')", "a"],
  ["'aaa'.strip('a')", ""],
  ["('b' + '  a ').lstrip('b').rstrip(' ')", "  a"],
  ["' a|b '.split('|')[-1].lstrip('b')", " "],
])("the template {{ %s }} is what Python makes of it", (expression, wanted) => {
  expect(renderChat({ source: `{{ ${expression} }}` }, [])).toBe(wanted);
});

it("keeps the space that an answer begins with where a template takes away the lines before it", () => {
  const source = "{% for m in messages %}{{ m.content.lstrip('\\n') }}{% endfor %}";
  expect(renderChat({ source }, [{ role: "assistant", content: "\n wet" }])).toBe(" wet");
});
