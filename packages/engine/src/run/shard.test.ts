import type { Question } from "@promptnce/core";
import { expect, it } from "vitest";
import { inShard, shardStore, shardText } from "./shard.ts";

const questions = Array.from({ length: 4000 }, (_, i): Question => {
  return { kind: "conditional", task: "words", x: { cue: `cue ${i}` }, y: "a", sample: 0 };
});

it("each question is of exactly one part, and parts are much of a size", () => {
  const sizes = [1, 2, 3, 4].map(
    (index) => questions.filter((one) => inShard(one, { index, of: 4 })).length,
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBe(4000);
  for (const size of sizes) {
    expect(Math.abs(size - 1000)).toBeLessThan(110);
  } // four standard deviations
});

it("is of the same part wherever it is asked, its fields in any order", () => {
  const shard = { index: 1, of: 2 };
  for (const { kind, task, x, y, sample } of questions.slice(0, 50) as (Question & {
    x: object;
    y: string;
  })[]) {
    const turned = { sample, y, x, task, kind } as unknown as Question;
    expect(inShard(turned, shard)).toBe(
      inShard({ kind, task, x, y, sample } as unknown as Question, shard),
    );
  }
});

it("all questions are of a plan that is not parted", () => {
  expect(questions.every((one) => inShard(one, undefined))).toBe(true);
});

it("a part has a journal of its own, whose name says which part it is", () => {
  expect(shardStore("out/replies.jsonl", { index: 2, of: 4 })).toBe("out/replies.2-of-4.jsonl");
  expect(shardStore("r", { index: 2, of: 4 })).toBe("r.2-of-4.jsonl");
  expect(shardStore("out/replies.jsonl", undefined)).toBe("out/replies.jsonl");
  expect(shardText({ index: 2, of: 4 }, 7, "r.jsonl")).toContain(
    "Part 2 of 4: 7 questions, with their replies in r.jsonl.",
  );
});
