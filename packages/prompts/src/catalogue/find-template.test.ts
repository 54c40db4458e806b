import { expect, test } from "vitest";
import { findTemplate } from "./find-template.ts";
import { specimen } from "./specimen.test.support.ts";
import { templates } from "./templates.ts";

test("every template is found by a question of its task, kind and intervention", () => {
  for (const template of templates) {
    expect(findTemplate(specimen(template))).toBe(template);
  }
});

test("no template is a mistake, told in one sentence with what there is", () => {
  expect(() => findTemplate({ task: "poems", kind: "marginal", y: "ode", sample: 0 })).toThrow(
    'There is no template "poems/marginal": ' +
      "the known tasks are words, chaosnli, goemotions, programs.",
  );
  expect(() => findTemplate({ task: "programs", kind: "marginal", y: "x", sample: 0 })).toThrow(
    'There is no template "programs/marginal": the task has programs/closed, programs/open, programs/likelihood.',
  );
});
