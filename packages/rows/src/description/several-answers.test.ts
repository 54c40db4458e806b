import { describe, expect, it } from "vitest";
import { firstDoubt, tableFrom } from "./table.test.support.ts";

const x = (i: number): string => `A recording of the street at minute ${i % 12}`;
const given = { x: ["x"], y: "y", count: false } as const;

/** The doubt about a column whose cells take turns. */
function doubtOf(...cells: readonly string[]) {
  return firstDoubt(tableFrom({ x, y: (i) => cells[i % cells.length]! }), given);
}

describe("several labels in a cell are seen", () => {
  it.each([
    // doccano, Hugging Face, pandas, NumPy and R write lists in their own ways.
    [
      "Label Studio's CSV, where one choice stands as it is",
      ["rain", "wind", '{"choices": ["rain", "wind"]}', "rain", "wind", "rain"],
      ["rain", "wind"],
    ],
    ["JSON of texts", ['["rain"]', '["rain","wind"]', "[]"], ["rain", "wind"]],
    ["Python's lists", ["['rain']", "['rain', 'wind']"], ["rain", "wind"]],
    ["NumPy's arrays", ["['rain' 'wind']", "['wind']"], ["rain", "wind"]],
    ["sets of Python", ["{'rain', 'wind'}", "{'wind'}"], ["rain", "wind"]],
    ["R's vectors", ['c("rain", "wind")', '"wind"', 'c("wind", "hail")'], ["rain", "wind"]],
    ["numbers of GoEmotions", ["[3, 10]", "[3]", "[10]"], ["3", "10"]],
    // Forms and survey tools.
    ["Doccano as CSV", ["app", "billing#app", "billing", "app#billing"], ["billing", "app"]],
    ["Google Forms", ["Bus, Tram", "Tram", "Bus", "Tram, On foot, Bus"], ["Bus", "Tram"]],
    [
      "an option with a comma",
      [
        "By bus, tram or train, On foot",
        "On foot",
        "By car, On foot",
        "By car",
        "By bus, tram or train, By car",
      ],
      ["By bus, tram or train", "On foot"],
    ],
    ["semicolons and blanks", ["Bus; Tram", "Tram; Bus", "Tram"], ["Bus", "Tram"]],
    ["the bars of Stack Overflow's tags", ["c|rust", "rust|c", "c"], ["c", "rust"]],
    ["lines, as of Airtable", ["Bus\nTram", "Tram\nBus", "Bus"], ["Bus", "Tram"]],
    // Several people in a cell.
    ["labels with counts, by a colon", ["rain:3|wind:2", "rain:1|wind:4"], ["rain", "wind"]],
    [
      "labels with counts in parentheses",
      ["rain (3), wind (2)", "wind (4)", "rain (1), wind (1)"],
      ["rain", "wind"],
    ],
    ["raters with their labels", ["A1:rain;A2:wind", "A1:wind;A2:wind"], ["rain", "wind"]],
    ["votes of three", ["0,1,0", "1,1,0", "0,0,0", "1,0,1"], ["0", "1"]],
    ["a dict of annotators", ['{"A1": "rain", "A2": "wind"}', '{"A1": "wind"}'], ["rain", "wind"]],
    ["a dict of soft labels", ["{'rain': 0.7, 'wind': 0.3}", "{'rain': 1.0}"], ["rain", "wind"]],
  ])("%s", (_, cells, labels) => {
    const doubt = doubtOf(...cells);
    expect(doubt?.says).toContain("y seems to hold several labels in a cell");
    expect(doubt?.says).toContain(labels.map((label) => JSON.stringify(label)).join(" and "));
    expect(doubt?.options).toEqual(["`several: true`", "`several: false`"]);
  });

  it("in lists of one label each, which are no labels as they stand", () => {
    expect(doubtOf('["rain"]', '["wind"]', '["hail"]')?.options).toContain("`several: true`");
  });
});

it("a column of objects is asked what in them is the label", () => {
  const zooniverse = '[{"task": "T0", "task_label": "Which sound?", "value": "rain"}]';
  const argilla = '[{"task": "T0", "value": "rain"}, {"task": "T0", "value": "wind"}]';
  for (const cell of [zooniverse, argilla]) {
    const doubt = doubtOf(cell);
    expect(doubt?.says).toContain("y holds objects: [{");
    expect(doubt?.options).toEqual(expect.arrayContaining(['`y: "y.task"`', '`y: "y.value"`']));
  }
});

describe("shares of several groups in a cell are no labels, whatever is said of them:", () => {
  it.each([
    [
      "Python's defaultdict",
      `defaultdict(<class 'list'>, {'Spain': [0.25, 0.75], 'Kenya': [0.5, 0.5]})`,
    ],
    ["a dict", "{'Spain': [0.1, 0.2, 0.7], 'Kenya': [1.0, 0, 0]}"],
    ["JSON", '{"women": [0.4, 0.6], "men": [0.3, 0.7]}'],
  ])("%s", (_, cell) => {
    const table = tableFrom({
      x: (i) => `question ${i}`,
      y: (i) => cell.replace("5", String(i % 9)),
    });
    for (const several of [undefined, true, false]) {
      const doubt = firstDoubt(table, { x: ["x"], y: "y", count: false, several });
      expect(doubt?.says).toContain("y holds the shares of several groups");
    }
  });
});

describe("one label in a cell is left as it is", () => {
  it.each([
    [
      "towns with their countries",
      ["Bonn, Germany", "Paris, France", "Lyon, France", "Köln, Germany"],
    ],
    ["ranges of numbers", ["18-29", "30-44", "45, or more"]],
    ["answers with a comma", ["Yes, always", "Yes, mostly", "No, never", "No, hardly"]],
    ["words with a slash", ["he/him", "she/her", "they/them"]],
    ["sentences", ["I like it, it is good", "No, thank you", "Perhaps, perhaps not"]],
    ["options with a number", ["Plan (1)", "Plan (2)", "Plan (3)"]],
    ["times", ["12:30", "13:30", "14:30"]],
    ["decimal commas", ["3,5", "4,0", "2,5"]],
    ["text in brackets", ["[removed]", "calm", "busy", "loud"]],
  ])("%s", (_, cells) => {
    expect(doubtOf(...cells)).toBeUndefined();
  });

  it("and nothing is asked where it was said", () => {
    const table = tableFrom({ x, y: (i) => ["a;b", "b;a", "a"][i % 3]! });
    for (const several of [true, false]) {
      expect(firstDoubt(table, { ...given, several })).toBeUndefined();
    }
  });
});
