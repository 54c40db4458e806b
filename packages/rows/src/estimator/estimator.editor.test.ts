import { marginalNames, methodFamilies } from "@promptnce/core/methods";
import { modes } from "@promptnce/prompts";
import { expect, it, onTestFinished } from "vitest";
import { editor } from "./editor.test.support.ts";

// One character for the cursor, which no program here needs otherwise.
const program = `
import { estimator } from "./estimator.ts";
declare const model: import("@promptnce/core").Provider;
const phrases = { name: "a", person: "a", sees: "a", event: "a", label: "a" };
const task = { ...phrases, fields: ["message"], labels: ["billing", "other"] } as const;
const estimate = estimator({ task, model });
estimator({ task, model, method: "|" });
estimator({ task, model, mode: "|" });
estimator({ task: "|", model });
await estimate({ | }, "billing");
await estimate({ message: "" }, "|");
(await estimate({ message: "" }, "billing")).|;
`;

it(
  "an editor completes methods with their base rates, modes, tasks, and a task's own fields and labels",
  { tags: "full" },
  async () => {
    const typed = await editor(program);
    onTestFinished(() => typed[Symbol.asyncDispose]());
    const methods = await typed.completions("method:");
    expect(methods).toEqual(expect.arrayContaining(methodFamilies.map(({ name }) => name)));
    const marginals = marginalNames.map((name) => `promptnce:${name}`);
    expect(methods).toEqual(expect.arrayContaining(marginals));
    expect(await typed.completions("mode:")).toEqual([...modes].toSorted());
    expect(await typed.completions("task: ")).toEqual(["chaosnli", "goemotions", "words"]);
    expect(await typed.completions("await estimate({ |")).toEqual(["message"]);
    expect(await typed.completions('message: "" }, "|')).toEqual(["billing", "other"]);
    expect(await typed.completions(")).|")).toEqual(
      expect.arrayContaining(["conditional", "marginal", "method", "other", "pmi", "problem"]),
    );
  },
);
