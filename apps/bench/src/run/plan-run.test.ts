import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { syntheticClass } from "@promptnce/case-study/world";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../study/config.ts";
import { configOfRun } from "./config-of-run.ts";
import { manifest } from "./manifest.ts";
import { type PlannedRun, planRun } from "./plan-run.ts";

const WORLD = "synthetic-goemotions";
const { name: STUDENTS } = syntheticClass("1");

const paid = { dataset: [WORLD], pairs: "12", dev: "5", model: ["anthropic:claude-sonnet-5"] };

/** Whom the questions of a run are about. */
const subjects = ({ questions }: PlannedRun): string[] =>
  questions.flatMap((model) => model.map(({ subject }) => subject));

describe("the made-up students of the case study", () => {
  it("are asked about by no model that is paid where nobody named them, which is said", async () => {
    const planned = await planRun(parseConfig(paid));
    expect(subjects(planned)).toEqual([WORLD]);
    expect(planned.left).toContainEqual({
      id: "case-study",
      reason:
        "claude-sonnet-5 would be paid for questions about made-up students, which say little of a model; --experiment case-study asks them",
    });
  });

  it.each([
    ["where they are named", { ...paid, experiment: ["case-study"] }],
    ["by a server on this machine", { ...paid, baseUrl: "http://127.0.0.1:9/v1" }],
  ])("are asked about %s", async (_, given) => {
    const planned = await planRun(parseConfig(given));
    expect(subjects(planned)).toContain(STUDENTS);
    expect(planned.left.map(({ id }) => id)).not.toContain("case-study");
  });

  it("are in the report of an earlier run that paid for them, and of no other", async () => {
    const planned = await planRun(parseConfig(paid));
    const asked = {
      providers: [{ name: "anthropic", model: "claude-sonnet-5", settings: {} }],
      templates: [],
      counts: { questions: 1, unreadable: 0, failed: 0 },
    };
    for (const left of [planned.left, planned.left.filter(({ id }) => id !== "case-study")]) {
      const folder = join(newFolder(), "out");
      mkdirSync(folder);
      const run = { ...planned, left };
      const json = JSON.stringify(
        manifest(run, asked as unknown as Parameters<typeof manifest>[1], false),
      );
      writeFileSync(join(folder, "manifest.json"), json);
      writeFileSync(join(folder, "replies.jsonl"), "");
      const { config } = await configOfRun({ folder });
      const again = await planRun(config);
      expect(subjects(again).includes(STUDENTS)).toBe(left !== planned.left);
    }
  });
});
