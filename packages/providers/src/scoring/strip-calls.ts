// Python's string methods that `@huggingface/jinja` 0.5.11 implements incompletely: its `strip`,
// `lstrip` and `rstrip` ignore their argument and remove all white space, so that
// `content.lstrip('\n')` in Qwen 3's template loses the leading space of an answer.
import { at } from "@promptnce/core/json";

const METHODS = ["strip", "lstrip", "rstrip"];

/** The prefix of the rewritten calls, which no template uses. */
const PREFIX = "python_";

/**
 * Rewrites a parsed template in place: each of these methods that is called with characters becomes
 * a call of the function in {@link stripFunctions}. Without characters the library does what Python
 * does.
 */
export function rewriteStripCalls(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  for (const child of Object.values(node)) {
    rewriteStripCalls(child);
  }
  if (!isStripCall(node)) return;
  const { callee, args } = node;
  const { object, property } = callee;
  property.value = PREFIX + property.value;
  Object.assign(node, { callee: property, args: [object, ...args] });
}

/** The functions by name, for the template's context. */
export const stripFunctions: Readonly<
  Record<string, (text: string, characters: string) => string>
> = Object.fromEntries(
  METHODS.map((method) => [
    PREFIX + method,
    (text: string, characters: string) => stripped(method, text, characters),
  ]),
);

/** A call of a method with arguments, in the library's syntax tree. */
interface MethodCall {
  readonly callee: { readonly object: unknown; readonly property: { value: string } };
  readonly args: readonly unknown[];
}

function isStripCall(node: object): node is MethodCall {
  const args = at(node, "args");
  return (
    at(node, "type") === "CallExpression" &&
    at(node, "callee", "type") === "MemberExpression" &&
    at(node, "callee", "computed") === false &&
    METHODS.includes(at(node, "callee", "property", "value") as string) &&
    Array.isArray(args) &&
    args.length > 0
  );
}

function stripped(method: string, text: string, characters: string): string {
  const letters = Array.from(text);
  let [start, end] = [0, letters.length];
  const isTaken = (letter: string | undefined) =>
    letter !== undefined && characters.includes(letter);
  while (method !== "rstrip" && start < end && isTaken(letters[start])) {
    start++;
  }
  while (method !== "lstrip" && start < end && isTaken(letters[end - 1])) {
    end--;
  }
  return letters.slice(start, end).join("");
}
