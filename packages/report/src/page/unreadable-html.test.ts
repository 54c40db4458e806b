import { expect, it } from "vitest";
import { causeOf, unreadableHtml } from "./unreadable-html.ts";

const because = (reason: string) => ({ template: "words/open@2", prompt: "p", reply: "r", reason });

it.each([
  ['the mass of "PUSH" is -1, outside [0, 1]', "the mass of “…” is n, outside [n, n]"],
  [String.raw`the key "say \"no\"" is missing`, "the key “…” is missing"],
  ["no JSON", "no JSON"],
])("counts %s among all of its cause", (reason, cause) => {
  expect(causeOf(because(reason))).toBe(`words/open: ${cause}`);
});

it("groups replies by cause with their count, the most frequent cause first", () => {
  const reasons = ["no JSON", 'no "a" in it', 'no "<b>" in it'];
  const html = unreadableHtml(reasons.map(because), undefined);
  const summaries = [...html.matchAll(/<details class="cause"><summary>(.*?)<\/summary>/g)].map(
    ([, text]) => text,
  );
  expect(summaries).toEqual(["<b>2</b> words/open: no “…” in it", "<b>1</b> words/open: no JSON"]);
  expect(html).toContain("no &quot;&lt;b&gt;&quot; in it</summary>");
  expect(html).toContain("Replies that could not be read: 3.");
});
