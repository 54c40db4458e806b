import { describe, expect, it } from "vitest";
import { pathsIn, valueAt } from "./nested.ts";
import { recordOf } from "./records.ts";

/** A task as Label Studio exports it: two people, of whom one gave two labels. */
const labelStudio = {
  id: 7,
  annotations: [
    { completed_by: 1, result: [{ value: { choices: ["calm"] } }] },
    {
      completed_by: 2,
      result: [{ value: { choices: ["busy", "calm"] } }, { value: { rating: 3 } }],
    },
  ],
  data: { text: "the lift" },
};

/** As Doccano does: an object for each person's label. */
const doccano = {
  text: "a child",
  annotations: [
    { label: 2, user: 1 },
    { label: 3, user: 2 },
  ],
};

/** As Prodigy does: what nobody uses beside what everybody does. */
const prodigy = { text: "rain", meta: { source: "x" }, accept: ["A"], spans: [] };

/** As the Hub's records of a survey of preferences: lists of scalars within an object. */
const hub = { prompt: "p", ratings: { helpful: [4, 5], "a.b": 1 } };

describe("nested values", () => {
  it.each([
    [
      labelStudio,
      [
        "id",
        "annotations.completed_by",
        "annotations.result.value.choices",
        "annotations.result.value.rating",
        "data.text",
      ],
    ],
    [doccano, ["text", "annotations.label", "annotations.user"]],
    [prodigy, ["text", "meta.source", "accept", "spans"]],
    [hub, ["prompt", "ratings.helpful", "ratings.a.b"]],
  ])("have paths as columns", (object, paths) => {
    expect(pathsIn(object)).toEqual(paths);
  });

  it("are found by their paths, through lists for each person", () => {
    expect(valueAt(labelStudio, "data.text")).toBe("the lift");
    expect(valueAt(labelStudio, "annotations.result.value.choices")).toEqual([
      ["calm"],
      ["busy", "calm"],
    ]);
    expect(valueAt(doccano, "annotations.label")).toEqual([2, 3]);
    expect(valueAt(hub, "ratings.a.b")).toBe(1);
    expect(valueAt(hub, "ratings.none")).toBeUndefined();
    expect(valueAt({ "a.b": 1, a: { b: 2 } }, "a.b")).toBe(1);
  });

  it("are cells as JSON, and no text, with the paths of what they hold", () => {
    const record = recordOf(labelStudio, { line: 3, file: "f.json", named: ["data.text"] });
    expect(record.value("data.text")).toBe("the lift");
    expect(record.columns).toEqual(["id", "annotations", "data", "data.text"]);
    expect(record.cell("annotations.result.value.choices", -1)).toBe('[["calm"],["busy","calm"]]');
    expect(() => record.value("annotations")).toThrow(
      'f.json, line 3: annotations is not text but [{"completed_by":1,"result":[{"value":{"; name what is in it: annotations.completed_by, annotations.result.value.choices,',
    );
  });
});
