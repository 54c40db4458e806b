import { existsSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { describe, expect, it } from "vitest";
import { estimator } from "./estimator.ts";
import { supportModel, supportTask } from "./support-task.test.support.ts";

const message = "You charged my card twice.";

describe("what cannot be asked is refused in one sentence, in the terms of the estimator", () => {
  const loose = estimator as unknown as (options: object) => ReturnType<typeof estimator>;
  const { model } = supportModel();
  const { labels: _, ...unlisted } = supportTask;
  const many = { ...supportTask, labels: ["a", "b", "c", "d", "e", "f"] };

  it.each([
    [{ method: "nce" }, /^method: there is no method "nce": name one of direct-pmi/],
    [
      { method: "promptnce" },
      "method: promptnce shows four pairs where it asks for a base rate, and the task has no examples; give it four, or add :ungrounded to the method",
    ],
    [
      { method: "promptnce:implied" },
      "method: promptnce:implied takes its base rates from a table; give one to estimate.rows, or use promptnce",
    ],
    [
      { task: unlisted },
      "labels: candidates are drawn from all labels, and the task support lists none; list two or more",
    ],
    [{ k: 9 }, "k: 9 is more than the 3 labels there are; give at most 3"],
    [{ task: { ...supportTask, person: undefined } }, "task: person is missing"],
    [
      { task: { ...supportTask, persona: "x" } },
      /^task: persona has no place here: a task has name, person/,
    ],
    [
      { task: "suport" },
      /^task: there is no task suport; name one of words, chaosnli, goemotions, or a YAML file/,
    ],
    [
      { task: { ...supportTask, labels: ["a\n- b", "billing"] } },
      /^task: the label "a\\n- b" contains the separator that lists of labels use/,
    ],
  ])("%o", async (more, sentence) => {
    const estimate = loose({ task: supportTask, model, ...more });
    await expect(estimate({ message }, "billing")).rejects.toThrow(sentence);
  });

  it("a label that is not listed, and a field that has no text", async () => {
    const estimate = loose({ task: supportTask, model });
    await expect(estimate({ message }, "refund")).rejects.toThrow(
      'y: "refund" is not among the labels; give billing, delivery, other',
    );
    await expect(estimate({}, "billing")).rejects.toThrow(
      "x: it has no text for message; the task support shows message",
    );
  });

  it("a ranking of labels that share their mass out in different sets", async () => {
    const estimate = loose({ task: many, model, method: "infonce" });
    await expect(estimate.rank({ message })).rejects.toThrow(
      "method: infonce divides all mass among the labels of one candidate set, so labels of different sets cannot be ranked; use promptnce, or `k: 6`",
    );
  });

  it("options that do not go together, before anything is asked", () => {
    expect(() =>
      loose({ task: supportTask, model: { ...model, distributes: false }, mode: "tokens" }),
    ).toThrow("mode: truthful (simulated) gives no probabilities of tokens; choose another mode");
    expect(() => loose({ task: supportTask, model, mode: "tokens", method: "direct-pmi" })).toThrow(
      "mode: direct-pmi asks for what no single token can say: name other methods",
    );
    expect(() => loose({ task: supportTask, model, store: "postgres://a@b/c" })).toThrow(
      "store: give the path of a journal, or the store that openPostgresStore of @promptnce/postgres returns",
    );
    expect(() => loose({ task: supportTask, model, rpm: 0 })).toThrow(/^rpm: /);
  });

  it("an option, before its journal is opened", () => {
    const store = join(newFolder(), "replies.jsonl");
    expect(() => loose({ task: supportTask, model, store, rpm: 0 })).toThrow(/^rpm: /);
    expect(existsSync(store)).toBe(false);
  });

  it("a table whose column of labels is missing, or whose methods are unknown", async () => {
    const rows = (options: object) =>
      Array.fromAsync(loose({ task: supportTask, model }).rows([{ message }], options));
    await expect(rows({ columns: { y: "topic" } })).rejects.toThrow(
      "rows, line 1: topic is missing",
    );
    await expect(rows({ methods: ["nce"] })).rejects.toThrow(/^method: there is no method "nce"/);
  });
});
