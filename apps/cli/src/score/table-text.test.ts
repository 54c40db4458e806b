import { expect, it } from "vitest";
import { scoreCsv, scoreMarkdown, type ScoreTable } from "./table-text.ts";

const grid: ScoreTable = {
  name: "n",
  title: "Title",
  columns: [
    { id: "who", title: "Who" },
    { id: "rate", title: "Rate", digits: 3 },
    { id: "of", title: "Of" },
  ],
  rows: [
    ["ada|<b>*x*\n`y`", 0.123456, 7],
    ["bea", Number.NaN, undefined],
    ["cyd", 1, 0],
  ],
  notes: ["A note."],
  simulated: undefined,
};

it("rounds the table for people and keeps each name on one line", () => {
  const text = scoreMarkdown(grid);
  expect(text).toContain(String.raw`ada\|\<b\>\*x\* \`y\``);
  expect(text).toMatch(/\| cyd +\| +1\.000 \| +0 \|/);
  expect(text).toMatch(/\| bea +\| +– \| +– \|/);
  expect(text).toMatch(/^# Title\n\n\| Who/);
  expect(text).toMatch(/\n- A note\.\n$/);
});

it("keeps every digit and text in CSV, and says in each row whether it is simulated", () => {
  expect(scoreCsv(grid)).toBe(
    'who,rate,of,simulated\n"ada|<b>*x*\n`y`",0.123456,7,false\nbea,,,false\ncyd,1,0,false\n',
  );
  const told = { ...grid, simulated: "All of it." };
  expect(scoreCsv(told)).toContain("cyd,1,0,true\n");
  expect(scoreMarkdown(told)).toContain("> **Simulated.** All of it.");
});

it("writes only the header in CSV if there are no rows", () => {
  const none = {
    name: "n",
    title: "N",
    columns: [{ id: "a", title: "A" }],
    rows: [],
    notes: [],
    simulated: undefined,
  };
  expect(scoreCsv(none)).toBe("a,simulated\n");
});
