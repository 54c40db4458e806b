import { expect, it } from "vitest";
import { printed } from "../catalogue/printed.ts";
import { specimen } from "../catalogue/specimen.test.support.ts";
import { structuredTemplates, templates } from "../catalogue/templates.ts";
import type { PromptTemplate } from "../template/template.ts";
import { reword } from "./reword.ts";

const one = (id: string): PromptTemplate => templates.find((template) => template.id === id)!;
const asked = templates.filter(({ kind }) => kind !== "likelihood");

it.each(asked.filter(({ intervention }) => intervention === undefined))(
  "$id as the paper prints it is the template itself",
  (template) => {
    expect(reword(template, printed(template)).body).toBe(template.body);
  },
);

it("takes the slots in either kind of braces, and asks and reads as before in the other text", () => {
  const template = one("words/conditional");
  const own = reword(template, "Cue: {cue}\nTarget: {{target}}\nHow many in a hundred?");
  const question = specimen(template, { x: { cue: "SEA" }, y: "WATER" });
  expect(own.render(question)).toBe("Cue: SEA\nTarget: WATER\nHow many in a hundred?");
  expect(own.unrender(own.render(question))).toEqual({ x: { cue: "SEA" }, y: "WATER" });
  expect([own.id, own.version, own.kind]).toEqual([template.id, template.version, template.kind]);
});

it("leaves a word alone that a place is only a part of", () => {
  const text = printed(one("words/open")).replace("TASK:", "ANOTHER TASK:");
  expect(reword(one("words/open"), text).body).toContain("ANOTHER TASK:");
});

it("refuses a text without a place for a slot, and a template that has no text to ask", () => {
  expect(() => reword(one("words/conditional"), "Cue: {cue}")).toThrow(
    "The text of words/conditional has no place for target: write {{target}}, or as the paper prints it, {target}.",
  );
  expect(() => reword(one("words/likelihood"), "x")).toThrow("it is scored, not asked");
  expect(() => reword(structuredTemplates[0]!, "x")).toThrow("cannot be replaced");
});
