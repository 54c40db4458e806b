import { written } from "@promptnce/core/errors";
import { describe, expect, it } from "vitest";
import { tableOf } from "../input/table.ts";
import { laidOut } from "./laid-out.ts";
import { boxLabels, isOff, isOn } from "../cells/ticks.ts";

const ROWS = [
  { group: "a", "Q4 - Bus": "yes", "Q4 - Tram": "By tram, at night" },
  { group: "a", "Q4 - Bus": "no", "Q4 - Tram": "By tram, at night" },
  { group: "b", "Q4 - Bus": "1", "Q4 - Tram": "" },
  { group: "b", "Q4 - Bus": "", "Q4 - Tram": null },
];

it("a row of ticked boxes is one person, whose labels are the boxes or what stands in them", async () => {
  const wide = ["Q4 - Bus", "Q4 - Tram"];
  const table = laidOut(await tableOf(ROWS), { y: "y", wide, several: true });
  const read: unknown[] = [];
  for await (const records of table.open(["group", "y"])) {
    read.push(
      ...records.map(({ value, votes, problem }) => [value("group"), value("y"), votes, problem]),
    );
  }
  expect(read).toEqual([
    ["a", "Bus", { given: 1, people: 1 }, undefined],
    ["a", "By tram, at night", { given: 1, people: 0 }, undefined],
    ["a", "By tram, at night", { given: 1, people: 1 }, undefined],
    ["b", "Bus", { given: 1, people: 1 }, undefined],
    ["b", undefined, undefined, "nothing is ticked in Q4 - Bus and Q4 - Tram"],
  ]);
  expect(table.givesSeveral).toBe(true);
  expect(table.notes.map((note) => written(note)).join()).toContain(
    'the first gave "Bus" and "By tram, at night".',
  );
});

describe("a tick", () => {
  it.each(["1", "TRUE", "Yes", "x", "Y", "ja", "✓", "Checked"])("is %s", (text) => {
    expect([isOn(text), isOff(text)]).toEqual([true, false]);
  });

  it.each(["0", "False", "no", "", " ", "N", "nein", "Not selected", "unchecked"])(
    "is none of %j",
    (text) => {
      expect([isOn(text), isOff(text)]).toEqual([false, true]);
    },
  );
});

it.each([
  [
    ["Answer.topic.app", "Answer.topic.billing"],
    ["app", "billing"],
  ],
  [
    ["FAS[SQ001]", "FAS[SQ002]"],
    ["SQ001", "SQ002"],
  ],
  [
    ["Q2[SQ001]. You like? [Pears]", "Q2[SQ002]. You like? [Plums]"],
    ["Pears", "Plums"],
  ],
  [
    ["You like? (choice=Pears)", "You like? (choice=Plums)"],
    ["Pears", "Plums"],
  ],
  [
    ["travel/bus", "travel/tram"],
    ["bus", "tram"],
  ],
  [
    ["calm", "busy"],
    ["calm", "busy"],
  ],
  [
    ["calm", "call"],
    ["calm", "call"],
  ],
])("the labels of the boxes %j are %j", (names, labels) => {
  expect(boxLabels(names)).toEqual(labels);
});
