import type { Provider } from "@promptnce/core";
import { describe, expectTypeOf, it } from "vitest";
import type { LabelEstimate } from "../answer/label-estimate.ts";
import { estimator } from "./estimator.ts";
import type { TaskPhrases } from "./task-phrases.ts";

const model: Provider = {
  name: "none",
  model: "none",
  settings: {},
  complete: () => Promise.reject(new Error("nobody is asked")),
};
const phrases = { name: "a", person: "a", sees: "a", event: "a", label: "a" };

describe("the types of an estimator", () => {
  it("are those of the fields and labels that its task spells out", () => {
    const estimate = estimator({
      task: { ...phrases, fields: ["message"], labels: ["billing", "other"] },
      model,
    });
    expectTypeOf(estimate).parameter(0).toEqualTypeOf<Readonly<Record<"message", string>>>();
    expectTypeOf(estimate).parameter(1).toEqualTypeOf<"billing" | "other">();
    expectTypeOf(estimate).returns.resolves.toEqualTypeOf<LabelEstimate<"billing" | "other">>();
  });

  it("know fields by their headings, examples by their fields, and labels that stand beside the task", () => {
    const headed = estimator({
      task: { ...phrases, fields: { message: "MESSAGE", shop: "SHOP" } },
      labels: ["billing", "other"],
      model,
    });
    expectTypeOf(headed).parameter(0).toEqualTypeOf<Readonly<Record<"message" | "shop", string>>>();
    expectTypeOf(headed).parameter(1).toEqualTypeOf<"billing" | "other">();
    const examples = [{ x: { massage: "typo" }, y: "billing" }] as const;
    // @ts-expect-error: no field has this name
    estimator({ task: { ...phrases, fields: ["message"], labels: ["billing"], examples }, model });
  });

  it("part the context from x", () => {
    const estimate = estimator({
      task: { ...phrases, fields: ["country", "message"], given: ["country"] },
      model,
    });
    expectTypeOf(estimate.rank).parameter(0).toEqualTypeOf<Readonly<Record<"message", string>>>();
    type Given = NonNullable<NonNullable<Parameters<typeof estimate.rank>[1]>["given"]>;
    expectTypeOf<Given>().toEqualTypeOf<Readonly<Record<"country", string>>>();
  });

  it("are any text where the task is a file, a name or phrases of a program's own making", () => {
    const own: TaskPhrases = { ...phrases, fields: ["message"] };
    for (const task of ["task.yaml", "words", own]) {
      const estimate = estimator({ task, model });
      expectTypeOf(estimate).parameter(0).toEqualTypeOf<Readonly<Record<string, string>>>();
      expectTypeOf(estimate).parameter(1).toEqualTypeOf<string>();
    }
  });
});
