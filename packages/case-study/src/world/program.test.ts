import { expect, test } from "vitest";
import type { Manner } from "./habits.ts";
import { laterTasks, program, visibleHabits, windowTask } from "./program.ts";

const tidy: Manner = {
  loop: "for",
  bound: "whole",
  naming: "words",
  result: "return",
  update: "augmented",
  condition: "plain",
  spacing: "spaced",
  comment: "commented",
};

const untidy: Manner = {
  loop: "while",
  bound: "short",
  naming: "letters",
  result: "early",
  update: "spelt",
  condition: "compared",
  spacing: "tight",
  comment: "bare",
};

const countBlanks = laterTasks.find(({ name }) => name === "count_blanks")!;

test("a tidy student's whole program solves its task", () => {
  expect(program(windowTask, tidy, 4)).toBe(
    [
      "# add up the even numbers from 1 to n",
      "def sum_even(n):",
      "    total = 0",
      "    for number in range(1, n + 1):",
      "        if number % 2 == 0:",
      "            total += number",
      "    return total",
    ].join("\n"),
  );
});

test("the opposite of every habit shows, and a blank in quotes is kept", () => {
  expect(program(countBlanks, untidy, 4)).toBe(
    [
      "def count_blanks(text):",
      "    t=0",
      "    i=0",
      "    while i<len(text)-1:",
      '        if (text[i]==" ")==True:',
      "            t=t+1",
      "        i=i+1",
      "        return t",
    ].join("\n"),
  );
});

test("a student who prints does so after the loop", () => {
  const lines = program(windowTask, { ...tidy, result: "print" }, 4).split("\n");
  expect(lines.at(-1)).toBe("    print(total)");
});

test("the four stages add the loop, the update, the test and the result", () => {
  const stages = ([1, 2, 3, 4] as const).map((stage) => program(windowTask, tidy, stage));
  expect(stages.map((code) => code.split("\n").slice(4))).toEqual([
    ["        pass"],
    ["        total += number"],
    ["        if number % 2 == 0:", "            total += number"],
    ["        if number % 2 == 0:", "            total += number", "    return total"],
  ]);
});

test("a habit that is not visible yet leaves the text as it is, a visible one changes it", () => {
  for (const task of [windowTask, ...laterTasks]) {
    for (const stage of [1, 2, 3, 4] as const) {
      for (const habit of Object.keys(tidy) as (keyof Manner)[]) {
        const changed = program(task, { ...tidy, [habit]: untidy[habit] }, stage);
        const same = changed === program(task, tidy, stage);
        expect({ habit, stage, same }).toEqual({
          habit,
          stage,
          same: !visibleHabits(stage).includes(habit),
        });
      }
    }
  }
});

test("no text has space around it, so that trimming a prompt cannot change it", () => {
  const codes = [windowTask, ...laterTasks].map((task) => program(task, untidy, 4));
  expect(codes.map((code) => code.trim())).toEqual(codes);
});

test("there are nine later tasks, and no two tasks share a name", () => {
  expect(laterTasks).toHaveLength(9);
  expect(new Set([windowTask, ...laterTasks].map(({ name }) => name)).size).toBe(10);
});
