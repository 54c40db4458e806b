import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "@promptnce/testing/new-folder";
import { taskSetup } from "./task-setup.ts";

const TASK =
  "name: moods\nperson: a rater\nsees: ONE comment\nevent: names the emotion\nlabel: emotion\nfields: {comment: COMMENT, time: TIME}\n";

function taskFile(text: string, name = "moods.yaml"): string {
  const file = join(newFolder(), name);
  writeFileSync(file, text);
  return file;
}

it.each([
  ["words", ["cue"]],
  ["chaosnli", ["premise", "hypothesis"]],
  ["goemotions", ["comment"]],
])("the paper's task %s has the fields that its prompts show", async (name, fields) => {
  const task = await taskSetup(name, "faithful");
  expect(task).toMatchObject({ name, fields });
  const x = Object.fromEntries(fields.map((field) => [field, `the ${field}`]));
  const question = { kind: "pmi", task: name, x, y: "dog", sample: 0 } as const;
  const prompt = task.findTemplate(question).render(question);
  for (const field of fields) {
    expect(prompt).toContain(`the ${field}`);
  }
  expect(task).not.toHaveProperty("definition");
});

it("structured mode is another wording", async () => {
  const question = {
    kind: "open",
    task: "words",
    x: { cue: "c" },
    candidates: ["a"],
    sample: 0,
  } as const;
  const [one, other] = [
    await taskSetup("words", "faithful"),
    await taskSetup("words", "structured"),
  ];
  expect(one.findTemplate(question).id).not.toBe(other.findTemplate(question).id);
});

it("a task of one's own has what its file says, the labels with the file that lists them", async () => {
  const bare = await taskSetup(taskFile(TASK), "faithful");
  expect(bare).toMatchObject({ name: "moods", fields: ["comment", "time"] });
  expect([Object.hasOwn(bare, "labels"), Object.hasOwn(bare, "examples")]).toEqual([false, false]);
  const file = taskFile(`${TASK}labels: [joy, fear]\n`);
  expect((await taskSetup(file, "faithful")).labels).toEqual({ all: ["joy", "fear"], file });
});

it("a file is a task whatever it is called, and a name that is neither is refused", async () => {
  expect((await taskSetup(taskFile(TASK, "mine.txt"), "faithful")).name).toBe("moods");
  await expect(taskSetup("moods", "faithful")).rejects.toThrow(
    "task: there is no task moods; name one of words, chaosnli, goemotions, or a YAML file that describes one",
  );
  await expect(taskSetup("none.yaml", "faithful")).rejects.toThrow("none.yaml is not there");
});
