import type * as clack from "@clack/prompts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { askTask as askTaskBy, type GivenAnswers } from "./init-task.ts";

const text = vi.fn<typeof clack.text>();
const prompts = {
  text,
  cancel: vi.fn<typeof clack.cancel>(),
  isCancel: ((answer) => typeof answer === "symbol") as typeof clack.isCancel,
};
const askTask = (given: GivenAnswers) => askTaskBy(given, {}, prompts);
const all = {
  person: "a rater",
  sees: "ONE comment",
  fields: ["comment"],
  event: "names the emotion",
  label: "emotion",
} as const;

/** Somebody at the terminal who types these answers. */
function typing(...answers: (string | symbol)[]): void {
  for (const answer of answers) {
    text.mockResolvedValueOnce(answer as string);
  }
}

const questions = () => text.mock.calls.map(([{ message }]) => message);

afterEach(() => {
  text.mockReset();
});

describe("askTask", () => {
  it("does not ask for phrases given as options", async () => {
    expect(await askTask(all)).toEqual(all);
    expect(questions()).toEqual([]);
  });

  it("asks for missing phrases in the order of the sentence, and repeats earlier answers", async () => {
    typing(" a child ", "ONE drawing", "points at it");
    const { person: _, sees: __, event: ___, ...given } = all;
    expect(await askTask(given)).toEqual({
      ...all,
      person: "a child",
      sees: "ONE drawing",
      event: "points at it",
    });
    expect(questions()).toEqual([
      "Who is observed? (with the article)",
      "What is a child shown?",
      'And what then? "a child is shown ONE drawing and …"',
    ]);
  });

  it("splits fields at commas", async () => {
    typing("premise , hypothesis");
    expect(await askTask({ ...all, fields: undefined })).toMatchObject({
      fields: ["premise", "hypothesis"],
    });
  });

  it("refuses an empty answer and shows an example", async () => {
    typing("a rater");
    await askTask({ ...all, person: undefined });
    const { validate } = text.mock.calls[0]![0] as { validate: (value?: string) => unknown };
    expect([validate("  "), validate(undefined)]).toEqual([
      "For example: a rater",
      "For example: a rater",
    ]);
    expect(validate("a child")).toBeUndefined();
  });

  it("refuses an answer that makes no valid task, and says why at the question", async () => {
    typing("a rater");
    typing("comment");
    await askTask({ ...all, person: undefined, fields: undefined });
    const [person, fields] = text.mock.calls.map(
      ([{ validate }]) => validate as (value?: string) => unknown,
    );
    expect(person!("a {{rater}}")).toBe("It must not hold {{ or }}");
    expect(fields!("film, y")).toMatch(
      /^Name 2 must not be called y, which is a word of the prompts/,
    );
    expect(fields!("film, film")).toBe("It must name each field once");
    expect(fields!("film, year")).toBeUndefined();
  });

  it("writes nothing to standard output, which may be a pipe", async () => {
    typing("a rater");
    await askTask({ ...all, person: undefined });
    expect(text.mock.calls[0]![0].output).toBe(process.stderr);
  });

  it("writes no task and stops asking if the person cancels", async () => {
    typing(Symbol("cancel"));
    await expect(askTask({})).rejects.toThrow("No task was written.");
    expect(questions()).toHaveLength(1);
  });
});
