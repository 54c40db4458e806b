import { fingerprint } from "@promptnce/engine";
import { expect, it } from "vitest";
import { ColumnLabels } from "./column-labels.ts";

type Pair = readonly [x: string, value: string, y: string];

function columnOf(pairs: Iterable<Pair>, isField = true): ColumnLabels {
  const column = new ColumnLabels("topic", isField);
  for (const [x, value, y] of pairs) {
    column.add({ key: fingerprint(x), value, y });
  }
  return column;
}

/** Every label of a topic with each of its inputs. */
function crossed(labels: readonly (readonly string[])[], inputs = 4): Pair[] {
  return labels.flatMap((all, topic) =>
    Array.from({ length: inputs }, (_, i) =>
      all.map((y): Pair => [`${topic}/${i}`, `topic ${topic}`, y]),
    ).flat(),
  );
}

const apart = [
  ["a", "b", "c"],
  ["d", "e"],
  ["f", "g"],
];

it("labels that all inputs of a value have, and no others, are its own", () => {
  const column = columnOf(crossed(apart));
  expect(column.separation).toBe("own");
  expect(column.closedness).toBe(1);
  expect(column.isHopeless).toBe(false);
  expect(column.examples()).toEqual([
    { value: "topic 0", labels: ["a", "b", "c"] },
    { value: "topic 1", labels: ["d", "e"] },
  ]);
});

it("an answer that some inputs lack, as nobody gave it, or that two values share, changes nothing", () => {
  const [, ...some] = crossed(apart);
  expect(columnOf(some).separation).toBe("own");
  expect(columnOf(crossed([...apart.slice(0, 2), ["f", "g", "a"]])).separation).toBe("own");
});

it("repeated rows count once", () => {
  const rows = crossed(apart);
  expect(columnOf([...rows, ...rows]).closedness).toBe(1);
});

it("lists that overlap, of which an input has half of all labels or fewer, differ", () => {
  const lists = [
    ["yes", "no"],
    ["no", "never"],
    ["never", "often"],
    ["often", "yes"],
  ];
  expect(columnOf(crossed(lists)).separation).toBe("differ");
  expect(
    columnOf(crossed(lists.map((labels) => [...labels, "unsure"]))).separation,
  ).toBeUndefined();
});

it("says nothing of one list, of a value with one input, and of one value", () => {
  expect(columnOf(crossed([apart[0]!, apart[0]!])).separation).toBeUndefined();
  expect(columnOf(crossed([apart[0]!, apart[0]!])).isHopeless).toBe(true);
  expect(columnOf(crossed(apart, 1)).separation).toBeUndefined();
  expect(columnOf(crossed(apart.slice(0, 1), 9)).separation).toBeUndefined();
});

it("says nothing of responses of which each input has its own, though they share a topic", () => {
  const responses = Array.from({ length: 6 }, (_, cue) =>
    Array.from({ length: 5 }, (_, i): Pair => [`${cue}`, `topic ${cue % 2}`, `${cue} ${i}`]),
  ).flat();
  expect(columnOf(responses).separation).toBeUndefined();
  expect(columnOf(responses, false).separation).toBeUndefined();
});

it("a field whose labels are apart, though each input has one, is told from chance by their number", () => {
  const answers = (people: number): Pair[] =>
    Array.from({ length: people }, (_, i): Pair => [
      `${i}`,
      `topic ${i % 2}`,
      apart[i % 2]![Math.floor(i / 2) % 2]!,
    ]);
  expect(columnOf(answers(40)).separation).toBe("apart");
  expect(columnOf(answers(12)).separation).toBeUndefined();
  // A column outside x may follow from the label, as the polarity of an emotion does.
  expect(columnOf(answers(40), false).separation).toBeUndefined();
});

it("knows whether each input has one value", () => {
  expect(columnOf(crossed(apart), false).isOfInputs).toBe(true);
  const groups = crossed(apart).map(([x, ...pair]): Pair => [x.split("/")[1]!, ...pair]);
  expect(columnOf(groups, false).isOfInputs).toBe(false);
});

it("follows a column with 20,000 labels, and none with more", () => {
  const pairs = Array.from({ length: 20_001 }, (_, i): Pair => [
    `x${i % 9}`,
    `topic ${i % 2}`,
    `y${i}`,
  ]);
  const column = columnOf(pairs.slice(1), false);
  expect(column.isHopeless).toBe(false);
  const [[x, value, y]] = pairs as [Pair];
  column.add({ key: fingerprint(x), value, y });
  expect(column.isHopeless).toBe(true);
});
