import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseTask } from "@promptnce/rows/tasks";
import { expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { studyJoint } from "./study-joint.ts";
import { studyLabels } from "./study-labels.ts";

const TASK = "{name: t, person: p, sees: ONE x, event: e, label: l, fields: [x]}";

it.each([
  ["the column of the label", "x,y\n1,a\n2,b\n3,a\n", "y: y", ["a", "b"]],
  ["columns of raters", "x,r1,r2\n1,a,b\n2,,c\n", "raters: [r1, r2]", ["a", "b", "c"]],
  ["columns of questions", "x,q1,q2\n1,a,b\n2,a,\n", "questions: [q1, q2]", ["a", "b"]],
  ["cells with several", "x,y\n1,a;b\n2,b\n", "y: y\nseveral: true", ["a", "b"]],
  ["codes of chosen rows", "x,y\n1,1\n2,2\n", "y: y\nlabels: {1: a, 2: b}\nwhere: {x: 2}", ["b"]],
  ["rows that lack one", "x,y\n1,a\n2,NA\n3,-9\n", 'y: y\nmissing: ["-9"]', ["a"]],
  [
    "raters that gave none",
    "x,r1,r2\n1,a,-9\n2,NA,b\n",
    'raters: [r1, r2]\nmissing: ["-9"]',
    ["a", "b"],
  ],
])("a server of a study knows the labels in %s", async (_, rows, keys, labels) => {
  const folder = newFolder();
  writeFileSync(join(folder, "rows.csv"), rows);
  writeFileSync(join(folder, "study.yaml"), `rows: rows.csv\ntask: ${TASK}\n${keys}\n`);
  expect(await studyLabels(join(folder, "study.yaml"))).toEqual(labels);
});

it("a server of a study answers as the people in its rows did", async () => {
  const folder = newFolder();
  const file = join(folder, "study.yaml");
  const rows = ["cat,a", "cat,a", "cat,b", ...["b", "c", "d", "e"].map((x) => `${x},b`)];
  const task = parseTask(TASK, "the task");
  writeFileSync(join(folder, "rows.csv"), ["x,y", ...rows].join("\n"));
  writeFileSync(file, `rows: rows.csv\ntask: ${TASK}\ny: y\ncount: rows\n`);
  const joint = await studyJoint(file, task);
  expect(joint?.conditional({ x: "cat" }, "a")).toBeCloseTo(2 / 3, 12);
  writeFileSync(file, `rows: rows.csv\ntask: ${TASK}\ny: y\n`);
  writeFileSync(join(folder, "rows.csv"), "x,y\n1,a\n2,b\n");
  expect(await studyJoint(file, task)).toBeUndefined();
});
