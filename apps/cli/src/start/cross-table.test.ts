import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";
import { commandAtTerminal } from "./person.test.support.ts";

it("a cross table with two lines of a header and two bases needs Enter alone", async () => {
  const cwd = newFolder();
  const lines = [
    ",Total,Gender,,Age,",
    ",,Women,Men,Under 40,40 and over",
    "Unweighted base,1001,510,491,480,521",
    "Weighted base,1001,500,501,470,531",
    "Worried,50,60,40,30,70",
    "Calm,40,30,50,50,30",
    "Neither,10,10,10,20,0",
  ];
  writeFileSync(join(cwd, "t.csv"), `${lines.join("\n")}\n`);
  const { promptnce, asked } = await commandAtTerminal(new Map());
  const { status, stderr } = await promptnce(["start", "t.csv"], { cwd });
  expect(status, stderr).toBe(0);
  expect(asked.map(({ message }) => message).slice(0, 4)).toEqual([
    expect.stringContaining("the first row seems to belong to the header (Women)"),
    expect.stringContaining('"Unweighted base" in column 1 is how many were asked'),
    expect.stringContaining('"Weighted base" in column 1 is how many were asked'),
    expect.stringContaining("which may be groups of people"),
  ]);
  expect(stderr).toContain('"Gender - Women": Worried 60.0 %, Calm 30.0 %, Neither 10.0 %');
  expect(readFileSync(join(cwd, "t.study.yaml"), "utf8")).toContain(
    "where: {column 1!: [Unweighted base, Weighted base]}",
  );
});
