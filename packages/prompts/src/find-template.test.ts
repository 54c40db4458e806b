import { expect, test } from "vitest";
import { findTemplate } from "./find-template.ts";
import { specimen } from "./specimen.fixture.ts";
import { templates } from "./templates.ts";

test("every template is found by a question of its task and kind", () => {
  for (const template of templates) {
    expect(findTemplate(specimen(template))).toBe(template);
  }
});

test("no template is a mistake, told in one sentence", () => {
  expect(() => findTemplate({ task: "poems", kind: "marginal", y: "ode", sample: 0 })).toThrow(
    'There is no template of the kind "marginal" for the task "poems": ' +
      "the known tasks are words, chaosnli, goemotions.",
  );
});
